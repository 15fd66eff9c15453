"""Spam learned from unequal and from equal classes: the same test, the numbers in plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core import BertEngine
from bertviz_core.analysis.history.data import never_spam, outcome_counts, threshold_scores
from bertviz_core.errors import InputError
from bertviz_core.results import BALANCES, BalanceTest
from bertviz_core.training.class_balance import DRAWS, LEARNED, TESTED, balance_messages, learn_balances


@pytest.fixture(scope="module")
def balances(mini: BertEngine) -> BalanceTest:
    return learn_balances(mini)


def test_nothing_is_tried_that_was_learned_and_all_is_kept_in_its_mixture(balances: BalanceTest) -> None:
    assert balances.tested.shape == (DRAWS, sum(TESTED))
    assert (balances.spam.sum(axis=1) == TESTED[1]).all()
    labels = np.array([message.label == "spam" for message in balance_messages()])
    np.testing.assert_array_equal(labels[balances.tested], balances.spam)
    for wanted, spam in LEARNED:
        assert (~labels).sum() >= TESTED[0] + wanted and labels.sum() >= TESTED[1] + spam


def test_equal_classes_find_more_spam_at_about_the_same_accuracy(balances: BalanceTest) -> None:
    skewed, even = (outcome_counts(balances, one, threshold=0.5) for one in BALANCES)
    never = never_spam(balances)
    assert never.accuracy == 0.85 and never.recall == 0
    assert even.recall > skewed.recall + 0.2
    assert abs(even.accuracy - skewed.accuracy) < 0.06


def test_counts_are_those_of_a_plain_loop(balances: BalanceTest) -> None:
    found = alarms = 0
    for probability, spam in zip(balances.probabilities[2, 0], balances.spam[2], strict=True):
        if probability >= 0.3:
            found, alarms = found + spam, alarms + (not spam)
    counts = outcome_counts(balances, "skewed", threshold=0.3, draw=2)
    assert (counts.found, counts.alarms, counts.missed) == (found, alarms, TESTED[1] - found)
    precision, recall = found / (found + alarms), found / TESTED[1]
    assert counts.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert counts.matrix().sum() == sum(TESTED)


def test_recall_falls_as_the_threshold_rises(balances: BalanceTest) -> None:
    scores = threshold_scores(balances, "even", np.linspace(0, 1, 11))
    assert scores.shape == (3, 11) and scores[1, 0] == 1
    assert (np.diff(scores[1]) <= 0).all()


@pytest.mark.parametrize(("threshold", "draw"), [(1.5, 0), (float("nan"), 0), (0.5, 20), (0.5, -1)])
def test_what_there_is_not_is_told(balances: BalanceTest, threshold: float, draw: int) -> None:
    with pytest.raises(InputError):
        outcome_counts(balances, "even", threshold=threshold, draw=draw)
