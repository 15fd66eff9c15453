"""How much one word of a sentence still matters for the states of the others, read in order or at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Reading = Literal["rightwards", "leftwards", "gradient", "attention"]
READINGS: tuple[Reading, ...] = get_args(Reading)
"""Two LSTMs, and of the model the gradient and the attention."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OrderInfluence:
    """One word of the n words of a sentence, and how the states of all of them hang on it."""

    model: str
    words: tuple[str, ...]
    word: int
    """The place of the word whose influence is told."""
    left_out: int
    """Words at the end of the sentence that were not read."""
    pieces: tuple[int, ...]
    """Of each word, as the LSTMs read it."""
    rightwards: NDArray[np.float32]  # (n,)
    """Frobenius norm of d state / d embeddings of the word, LSTM from left to right; 0 before the word."""
    leftwards: NDArray[np.float32]  # (n,)
    """The same from right to left; 0 after the word."""
    gradient: NDArray[np.float32]  # (n,)
    """The same of the model: last hidden state of each word, mean of its tokens."""
    attention_mean: NDArray[np.float32]  # (layers, n)
    """Attention of each word, mean of its tokens, to all tokens of the word: mean of the heads."""
    attention_max: NDArray[np.float32]  # (layers, n)
    """The largest of the heads."""

    def __len__(self) -> int:
        """Number of words."""
        return len(self.words)

    @property
    def distances(self) -> NDArray[np.int64]:
        """Return how many words after the word each one stands (n,); negative before it."""
        return np.arange(len(self.words)) - self.word

    @property
    def farthest(self) -> int:
        """Return the place of the word that is farthest; of two, the one after."""
        return len(self) - 1 if 2 * self.word < len(self) else 0

    def values(self, reading: Reading) -> NDArray[np.float32]:
        """Return the influence on each word (n,) in its own unit; attention is the mean over the layers."""
        if reading == "attention":
            return np.asarray(self.attention_mean.mean(axis=0), dtype=np.float32)
        found: NDArray[np.float32] = getattr(self, reading)
        return found

    def relative(self, reading: Reading) -> NDArray[np.float32]:
        """Return the influence on each word (n,), 1 for the nearest; NaN for the word and those not reached.

        Where there is a word on both sides, 1 is the mean of both neighbours; an LSTM has only one.
        """
        values, distances = self.values(reading), self.distances
        read = distances != 0
        if reading == "rightwards":
            read = distances > 0
        elif reading == "leftwards":
            read = distances < 0
        near = values[read & (np.abs(distances) == 1)]
        unit = max(float(near.mean()), 1e-30) if len(near) else 1.0
        return np.where(read, values / unit, np.nan).astype(np.float32)
