"""Words drawn at random with their states: what a model's vectors have in common whatever they stand for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomWords:
    """The n words that were drawn, in the order of their sentences and of their places in them."""

    model: str
    words: tuple[str, ...]
    """As they are written."""
    sentence_index: NDArray[np.int64]  # (n,) of the sentence in which each stands
    states: NDArray[np.float16]  # (layers + 1, n, hidden) means of their pieces; 0 is the input embedding
    anisotropy: NDArray[np.float64]
    """(2, layers + 1): the mean cosine of two different words of two different sentences; first as the
    vectors are, then centred; NaN without two such words."""
    in_sentence: NDArray[np.float64]
    """(2, layers + 1): the mean cosine of a word to the mean of its sentence's words, over whole sentences;
    in the same order."""

    def __len__(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def nbytes(self) -> int:
        """Return the bytes held."""
        return self.states.nbytes

    @property
    def means(self) -> NDArray[np.float32]:
        """Return the mean of the words after each layer (layers + 1, hidden)."""
        return np.asarray(self.states.mean(axis=1, dtype=np.float32))
