"""A threshold between two classes: what is found, what is missed, and what is called spam wrongly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.errors import InputError
from bertviz_core.results import BALANCES, Balance, BalanceTest, OutcomeCounts


def outcome_counts(
    test: BalanceTest, balance: Balance, *, threshold: float, draw: int | None = None
) -> OutcomeCounts:
    """Count what a classifier says where spam is what has at least a probability.

    Args:
        test: What both classifiers say.
        balance: What the one that is asked about learned from.
        threshold: From 0 to 1.
        draw: Number of the draw from 0; None: all of them.

    Raises:
        InputError: There is no such draw or threshold.
    """
    if not 0 <= threshold <= 1:
        raise InputError("A threshold is a probability: choose one between 0 and 1.")
    if draw is not None and not 0 <= draw < len(test.spam):
        raise InputError(
            "There is no draw {draw}: choose one from 1 to {last}.", draw=draw + 1, last=len(test.spam)
        )
    draws = slice(None) if draw is None else slice(draw, draw + 1)
    said = test.probabilities[draws, BALANCES.index(balance)] >= threshold
    return _counted(said, test.spam[draws])


def never_spam(test: BalanceTest, *, draw: int | None = None) -> OutcomeCounts:
    """Count what one gets who never calls a message spam."""
    spam = test.spam if draw is None else test.spam[draw]
    return _counted(np.zeros_like(spam), spam)


def threshold_scores(
    test: BalanceTest, balance: Balance, thresholds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return precision, recall and F1 at each of t thresholds over all draws (3, t).

    Precision is NaN where nothing is called spam.
    """
    scores = [outcome_counts(test, balance, threshold=float(one)) for one in thresholds]
    return np.array([[one.precision, one.recall, one.f1] for one in scores]).T.reshape(3, -1)


def _counted(said: NDArray[np.bool_], spam: NDArray[np.bool_]) -> OutcomeCounts:
    return OutcomeCounts(
        found=int((said & spam).sum()),
        missed=int((~said & spam).sum()),
        alarms=int((said & ~spam).sum()),
        passed=int((~said & ~spam).sum()),
    )
