"""In which order a model would put the sentences of a paragraph."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceOrder:
    """Whether each of n sentences follows each other one, and the path that this makes most probable."""

    model: str
    sentences: tuple[str, ...]
    log_probability: NDArray[np.float64]  # (n, n) in nats: row, then column; NaN on the diagonal
    recovered: tuple[int, ...]
    """The order with the highest product of "is next" along its neighbours."""
    kendall_tau: float
    """Agreement of the recovered order with the given one: 1 the same, -1 the reverse."""

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Probability (n, n) that the column's sentence comes after the row's; NaN on the diagonal."""
        return np.exp(self.log_probability)

    @property
    def score(self) -> float:
        """Log probability of the recovered order, in nats."""
        return self.score_of(self.recovered)

    @property
    def given_score(self) -> float:
        """Log probability of the order that was given, in nats."""
        return self.score_of(tuple(range(len(self.sentences))))

    @property
    def neighbours_right(self) -> int:
        """How many neighbours of the given order are neighbours, in that order, in the recovered one too."""
        return sum(after == before + 1 for before, after in pairwise(self.recovered))

    def score_of(self, order: tuple[int, ...]) -> float:
        """Return the sum of the log probabilities of an order's neighbours."""
        return float(self.log_probability[list(order[:-1]), list(order[1:])].sum())
