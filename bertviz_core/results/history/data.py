"""Classifiers of the same messages that learned from classes of unequal and of equal size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

Balance = Literal["skewed", "even"]
BALANCES: tuple[Balance, ...] = get_args(Balance)
"""What is learned from: 85 wanted messages to 15 of spam, or 50 to 50."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeCounts:
    """What a classifier says of test messages, at a threshold."""

    found: int
    """Spam called spam."""
    missed: int
    alarms: int
    """Wanted messages called spam."""
    passed: int

    @property
    def accuracy(self) -> float:
        """Share of right answers."""
        return _share(self.found + self.passed, self.found + self.missed + self.alarms + self.passed)

    @property
    def precision(self) -> float:
        """Share of spam in what is called spam; NaN where nothing is."""
        return _share(self.found, self.found + self.alarms)

    @property
    def recall(self) -> float:
        """Share of the spam that is found."""
        return _share(self.found, self.found + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 where nothing is found."""
        return _share(2 * self.found, 2 * self.found + self.missed + self.alarms)

    def matrix(self) -> NDArray[np.int64]:
        """Return (2, 2): right classes in rows, what is said in columns, wanted messages first."""
        return np.array([[self.passed, self.alarms], [self.missed, self.found]], dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceTest:
    """What both classifiers say of the same n test messages, in each of several draws."""

    model: str
    texts: tuple[str, ...]
    """All messages, of which each draw takes some."""
    tested: NDArray[np.int64]  # (draws, n)
    """Places in `texts`."""
    spam: NDArray[np.bool_]  # (draws, n)
    probabilities: NDArray[np.float32]  # (draws, balances, n)
    """Of spam."""
    learned: tuple[tuple[int, int], ...]
    """Wanted messages and spam that each of the `BALANCES` learned from."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held by the arrays."""
        return self.tested.nbytes + self.spam.nbytes + self.probabilities.nbytes


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
