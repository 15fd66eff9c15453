"""One word whose vector is another one in every sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MovedWord:
    """The n occurrences of a word at one layer of a model."""

    model: str
    word: str
    layer: int
    """0 is the input embedding."""
    sentences: tuple[str, ...]
    """Of each occurrence."""
    points: NDArray[np.float32]  # (n, 2)
    """By PCA."""
    variance: tuple[float, float]
    """Share of all spread that each axis shows."""
    cosines: NDArray[np.float32]  # (n, n)
    """Of every two occurrences at this layer."""
    moved: NDArray[np.float32]  # (layers + 1, n)
    """1 − cosine of each occurrence with the mean of all, after every layer; 0 where all are the same."""
    near: tuple[tuple[str, ...], ...]
    """What the model would put in the word's place in each sentence; empty where it cannot say."""
    probabilities: tuple[NDArray[np.float32], ...]
    """Of these."""

    def __len__(self) -> int:
        """Number of occurrences."""
        return len(self.sentences)
