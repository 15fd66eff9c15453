"""Reliability of several classes: every number equals a plain loop."""

import numpy as np
import pytest

from bertviz_core.results.reliability import measure_confidence, measure_reliability


@pytest.fixture
def answers():
    draw = np.random.default_rng(5)
    probabilities = draw.dirichlet([0.3, 0.5, 0.4], size=200).astype(np.float32)
    return probabilities, draw.integers(3, size=200)


def test_confidence_is_compared_with_how_often_it_is_right(answers):
    probabilities, right = answers
    result = measure_confidence(probabilities, right)
    bins = [[] for _ in range(10)]
    brier = 0.0
    for said, truth in zip(probabilities.tolist(), right.tolist(), strict=True):
        best = max(range(3), key=said.__getitem__)
        place = next(n for n in range(10) if said[best] <= (n + 1) / 10 + 1e-12)
        bins[place].append((said[best], best == truth))
        brier += sum((p - (number == truth)) ** 2 for number, p in enumerate(said))
    error = sum(abs(sum(p for p, _ in own) - sum(hit for _, hit in own)) for own in bins) / 200
    assert result.calibration_error == pytest.approx(error)
    assert result.brier == pytest.approx(brier / 200)
    assert result.accuracy == pytest.approx(sum(hit for own in bins for _, hit in own) / 200)
    assert result.confidence == pytest.approx(sum(p for own in bins for p, _ in own) / 200)
    for number, own in enumerate(bins):
        assert result.counts[number] == len(own)
        if own:
            assert result.predicted[number] == pytest.approx(sum(p for p, _ in own) / len(own))
            assert result.observed[number] == pytest.approx(sum(hit for _, hit in own) / len(own))
    assert result.pairs == 200


def test_of_two_classes_only_the_named_one_is_looked_at(answers):
    first = answers[0][:, 0]
    two = np.stack([1 - first, first], axis=1)
    truth = answers[1] % 2
    both, one = measure_confidence(two, truth), measure_reliability(first, truth == 1)
    assert both.accuracy == one.accuracy
    assert both.calibration_error == pytest.approx(one.calibration_error)
    assert both.brier == pytest.approx(2 * one.brier, rel=1e-5)


@pytest.mark.parametrize(("said", "right"), [(np.zeros((0, 2)), []), ([[0.5, 0.5]], [0, 1]), ([0.5], [0])])
def test_what_does_not_fit_together_is_refused(said, right):
    with pytest.raises(ValueError, match="answers"):
        measure_confidence(said, right)
