"""What a few steps of training did to one input."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.answers.masked_words import MaskedWord
from bertviz_core.results.pretraining.batch import MaskedBatch


@dataclass(frozen=True, slots=True, kw_only=True)
class PretrainingSteps:
    """The losses of one input before the first step and after each, and the answers at both ends."""

    model: str
    batch: MaskedBatch
    learning_rate: float
    masked_words: NDArray[np.float64]  # (steps + 1,) nats
    next_sentence: NDArray[np.float64] | None  # (steps + 1,) nats; None without pair or head
    before: tuple[MaskedWord, ...]
    """The answers for each drawn token before the first step; its one candidate is the right token."""
    after: tuple[MaskedWord, ...]
    trained_layers: int
    """So many of the last layers learned; below them everything stayed as it was."""
    trained_parameters: int

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.masked_words) - 1

    @property
    def total(self) -> NDArray[np.float64]:
        """The sum that the paper trains on, (steps + 1,)."""
        return self.masked_words + (0.0 if self.next_sentence is None else self.next_sentence)
