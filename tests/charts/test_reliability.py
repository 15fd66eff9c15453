"""Reliability: every number equals a plain loop, and the curve shows them at their places."""

import math

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.reliability import reliability_curve
from bertviz_core.results.reliability import measure_reliability, wilson_interval
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=SPANISH)
WORDS = {"said": "Said", "so": "<b>So", "pairs": "Pairs", "ideal": "Ideal"}


@pytest.fixture
def pairs():
    """Probabilities of an over-confident model, and what is so."""
    random = np.random.default_rng(3)
    said = np.concatenate([random.random(150) ** 0.2, [0.0, 0.1, 0.5, 1.0]])
    return said, random.random(said.size) < 0.5


def bins_of(values):
    """List the members of each of ten bins (start, end], the first with 0, one value at a time."""
    members = [[] for _ in range(10)]
    for place, value in enumerate(values):
        members[next(n for n in range(10) if value <= (n + 1) / 10 + 1e-12)].append(place)
    return members


def test_the_curve_is_the_share_of_neighbours_in_each_bin(pairs):
    said, so = pairs
    result = measure_reliability(said, so)
    for n, members in enumerate(bins_of(said)):
        assert result.counts[n] == len(members)
        if members:
            assert result.predicted[n] == pytest.approx(sum(said[p] for p in members) / len(members))
            assert result.observed[n] == pytest.approx(sum(so[p] for p in members) / len(members))
        else:
            assert math.isnan(result.predicted[n]) and math.isnan(result.observed[n])


def test_scores_equal_their_definitions(pairs):
    said, so = pairs
    result = measure_reliability(said, so)
    right = [(p > 0.5) == s for p, s in zip(said, so, strict=True)]
    sure = [max(p, 1 - p) for p in said]
    assert result.pairs == len(said)
    assert result.accuracy == pytest.approx(sum(right) / len(right))
    assert result.confidence == pytest.approx(sum(sure) / len(sure))
    assert result.brier == pytest.approx(sum((p - s) ** 2 for p, s in zip(said, so, strict=True)) / len(said))
    error = 0.0
    for members in bins_of(sure):
        if members:
            confidence = sum(sure[p] for p in members) / len(members)
            accuracy = sum(right[p] for p in members) / len(members)
            error += len(members) / len(said) * abs(confidence - accuracy)
    assert result.calibration_error == pytest.approx(error)
    assert result.calibration_error > 0.2


def test_a_perfect_model_has_no_error():
    result = measure_reliability([1, 1, 0, 0], [True, True, False, False])
    assert (result.accuracy, result.confidence, result.calibration_error, result.brier) == (1, 1, 0, 0)


def test_wilsons_interval_solves_its_equation():
    low, high = wilson_interval([0, 3, 10], [10, 10, 10])
    for share, ends in zip((0, 0.3, 1), zip(low, high, strict=True), strict=True):
        for end in ends:  # |share - p| = z * sqrt(p (1 - p) / n)
            assert abs(share - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / 10), abs=1e-7)
    assert all(np.isnan(end) for end in wilson_interval(0, 0))


@pytest.mark.parametrize(("said", "so"), [([], []), ([0.5], [True, False])])
def test_what_cannot_be_compared_is_refused(said, so):
    with pytest.raises(ValueError, match="answers"):
        measure_reliability(said, so)


def test_the_chart_shows_every_bin_that_has_pairs(pairs):
    result = measure_reliability(*pairs)
    figure = reliability_curve(result, STYLE, words=WORDS)
    ideal, curve, counts = figure.data
    some = result.counts > 0
    assert not some.all()  # else an empty bin would go untested
    assert list(ideal.x) == list(ideal.y) == [0, 1]
    np.testing.assert_allclose(curve.x, result.predicted[some])
    np.testing.assert_allclose(curve.y, result.observed[some])
    np.testing.assert_allclose(curve.y + curve.error_y.array, result.high[some])
    np.testing.assert_allclose(curve.y - curve.error_y.arrayminus, result.low[some])
    assert list(counts.y) == list(result.counts)
    assert figure.layout.separators == ",."
    assert "&lt;b&gt;" in curve.hovertemplate
