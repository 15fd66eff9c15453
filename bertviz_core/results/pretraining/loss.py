"""What pretraining makes smaller: the loss of one input."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.answers.masked_words import Prediction
from bertviz_core.results.pretraining.batch import MaskedBatch


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLoss:
    """How well the model finds one drawn token again."""

    index: int
    """Its place among the tokens, 0-based."""
    right: Prediction
    """The token that belongs there, with the model's probability and rank for it."""
    first: Prediction
    """What the model puts first."""
    loss: float
    """Minus the logarithm of the right token's probability, in nats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PretrainingLoss:
    """The losses of one input, each in nats."""

    model: str
    batch: MaskedBatch
    tokens: tuple[TokenLoss, ...]
    """One for each drawn token, in reading order; all other places are ignored."""
    is_next: float | None = None
    """The model's probability that the second sentence is the next one; None without pair or head."""
    next_sentence: float | None = None
    """Minus the logarithm of the probability of the pair's label; None without pair or head."""

    @property
    def masked_words(self) -> float:
        """Mean over the drawn tokens."""
        return sum(token.loss for token in self.tokens) / len(self.tokens)

    @property
    def total(self) -> float:
        """The sum that the paper trains on."""
        return self.masked_words + (self.next_sentence or 0.0)
