"""One vector a word, whatever the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StaticVectors:
    """The vectors of n words, each of length 1, held as whole numbers of eight bits."""

    language: str
    """ISO 639-1 code."""
    words: tuple[str, ...]
    """In lower case, the most frequent first."""
    places: Mapping[str, int]
    """The place of each word among them."""
    counts: NDArray[np.int64]  # (n,)
    """How often each stands in what was learned from."""
    codes: NDArray[np.int8]  # (n, dimensions)
    scales: NDArray[np.float32]  # (n,)
    """A vector is its codes times its scale."""

    def __len__(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def dimensions(self) -> int:
        """Return the length of a vector's row."""
        return int(self.codes.shape[1])

    def vector(self, place: int) -> NDArray[np.float32]:
        """Return the vector (dimensions,) of a word, of length 1."""
        return self.codes[place].astype(np.float32) * self.scales[place]

    def cosines(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the cosine (n,) of every word with a vector (dimensions,)."""
        length = float(np.linalg.norm(vector)) or 1.0
        return np.asarray((self.codes @ (vector / length).astype(np.float32)) * self.scales, np.float32)
