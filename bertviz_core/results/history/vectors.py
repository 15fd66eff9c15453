"""What static vectors answer: the words nearest to a word, or to a sum of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NearWords:
    """The n words whose vectors are nearest to a vector, the nearest first."""

    language: str
    words: tuple[str, ...]
    cosines: NDArray[np.float32]  # (n,)
    counts: NDArray[np.int64]  # (n,)
    """How often each stands in what the vectors were learned from."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordSum:
    """*b* − *a* + *c*, and the words near it: *a* is to *b* as *c* to the first of them."""

    a: str
    b: str
    c: str
    near: NearWords
    """Without the three words themselves."""
    whole: NearWords
    """With them: the first is often one of the three."""
    points: NDArray[np.float32]  # (4 + answers, 2)
    """*a*, *b*, *c*, the sum, and the nearest words, on the plane in which they spread most (PCA)."""
    variance: tuple[float, float]
    """Share of all spread that each axis shows."""
    answers: int
    """How many of the nearest words have a point."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordNeighbours:
    """One word and the words nearest to it."""

    word: str
    count: int
    rank: int
    """1 is the most frequent word."""
    near: NearWords
    points: NDArray[np.float32]  # (1 + n, 2), the word itself first
    variance: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class GenderLean:
    """How an occupation leans to women or men, in what was learned from and in its vector."""

    word: str
    beside_men: int
    """Words for men that stand near it."""
    beside_women: int
    difference: float
    """Its cosine with the word for a woman minus that with the word for a man."""

    @property
    def share(self) -> float:
        """Return the share of women in the words for men and women that stand near it."""
        return self.beside_women / max(self.beside_men + self.beside_women, 1)
