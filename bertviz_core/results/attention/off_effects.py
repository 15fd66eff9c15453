"""What becomes of one answer when each head alone is switched off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding
from bertviz_core.results.texts.note import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadEffects:
    """The probability of one answer, with every head and without each of them alone."""

    model: str
    encoding: Encoding
    index: int
    """Place of the blank among the tokens; 0, where the answer is read, for a next sentence."""
    answer: str
    """The word that is followed in the blank; empty for a next sentence."""
    probability: float
    """Of the answer, or that the second sentence is the next one, by the whole model."""
    layers: tuple[int, ...]
    """The 0-based layers whose heads were switched off, one after the other."""
    without: NDArray[np.float32]  # (len(layers), heads) the same probability without that head
    notes: tuple[Note, ...] = ()
    """What was decided while the text was read."""

    def ranked(self) -> tuple[tuple[int, int], ...]:
        """Return the heads (layer, head), the one without which the probability changes most first."""
        change = np.abs(self.without - self.probability).ravel()
        heads = self.without.shape[1]
        return tuple(
            (self.layers[place // heads], place % heads)
            for place in np.argsort(-change, kind="stable").tolist()
        )
