"""What a model would put in the place of a word, in each of its contexts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitutes:
    """The most probable other words at n places, each hidden by one blank whatever its pieces."""

    words: tuple[tuple[str, ...], ...]
    """Of each place, the most probable first."""
    probabilities: tuple[NDArray[np.float32], ...]

    def of_group(self, places: Sequence[int], count: int) -> list[tuple[str, int]]:
        """Return the words that are expected at most of some places, each with the number of these places.

        Of equally frequent ones those of higher probability come first.
        """
        sums: defaultdict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
        for place in places:
            for word, probability in zip(self.words[place], self.probabilities[place], strict=True):
                times, total = sums[word]
                sums[word] = times + 1, total + float(probability)
        ranked = sorted(sums, key=lambda word: sums[word], reverse=True)[:count]
        return [(word, sums[word][0]) for word in ranked]
