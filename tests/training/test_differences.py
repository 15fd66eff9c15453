"""Verdict and interval of a difference are of one test, which is SciPy's and that of plain loops."""

import math
import random
from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from bertviz_core.results.reliability import wilson_interval
from bertviz_core.training import differences
from bertviz_core.training.differences import lead
from bertviz_core.training.scores import Tally, f1, mean_f1, share


def answers(right, groups=None):
    """Return the tally of right and wrong answers."""
    right = np.asarray(right, dtype=np.float64)
    return Tally(np.stack([right, np.ones_like(right)], axis=1), share, groups)


def both(better, worse, count, groups=None):
    """Return the tallies of two ways, of which one alone is right so often, the other so often."""
    rest = [1] * (count - better - worse)
    one, other = [1] * better + [0] * worse + rest, [0] * better + [1] * worse + rest
    return answers(one, groups), answers(other, groups)


def draws(most):
    return [(b, w, b + w + same) for b in range(most) for w in range(most) for same in (0, 7, 60) if b + w]


def agrees(found):
    outside = found.difference.low > 0 or found.difference.high < 0
    return outside == (found.p_value < 0.05)


@pytest.mark.parametrize("counted", [differences.MOST_COUNTED, 0])
def test_the_interval_leaves_0_out_where_the_test_finds_more_than_chance(counted, monkeypatch):
    monkeypatch.setattr(differences, "MOST_COUNTED", counted)
    monkeypatch.setattr(differences, "HALVES", 10_000 if counted else 1_000)
    for better, worse, count in draws(12):
        found = lead(*both(better, worse, count))
        assert agrees(found), (better, worse, count, found)
        assert (found.better, found.worse) == (better, worse)
        assert found.difference.low <= found.difference.value <= found.difference.high
        assert found.difference.value == pytest.approx((better - worse) / count)
        wanted = binomtest(better, better + worse).pvalue  # McNemar's exact test
        assert found.p_value == pytest.approx(wanted, abs=1e-9 if counted else 0.1)


def test_the_other_way_round_is_the_same_with_the_other_sign():
    one, other = both(9, 2, 40)
    there, back = lead(one, other), lead(other, one)
    assert (back.better, back.worse, back.p_value) == (2, 9, pytest.approx(there.p_value))
    assert back.difference.low == pytest.approx(-there.difference.high)
    assert back.difference.high == pytest.approx(-there.difference.low)


def test_all_halves_are_those_of_a_plain_loop():
    one, other = both(6, 1, 9)
    gains = [1] * 6 + [-1] + [0] * 2
    means = []
    for half in product((False, True), repeat=9):
        kept = [gain for gain, there in zip(gains, half, strict=True) if there]
        means.append(sum(kept) / len(kept) if kept else math.nan)
    low = sorted(-math.inf if math.isnan(mean) else mean for mean in means)[math.ceil(0.025 * 2**9) - 1]
    high = sorted(math.inf if math.isnan(mean) else mean for mean in means)[-math.ceil(0.025 * 2**9)]
    given = binomtest(6, 7).proportion_ci(0.95)
    found = lead(one, other).difference
    assert found.low == pytest.approx(min(low, (2 * given.low - 1) * 7 / 9))
    assert found.high == pytest.approx(max(high, (2 * given.high - 1) * 7 / 9))


def test_of_many_the_interval_is_that_of_the_normal_distribution():
    found = lead(*both(120, 30, 600)).difference
    error = math.sqrt((150 / 600 - 0.15**2) / 600)
    assert (found.low, found.high) == (
        pytest.approx(0.15 - 1.96 * error, abs=0.005),
        pytest.approx(0.15 + 1.96 * error, abs=0.005),
    )


def test_without_a_differing_example_little_is_known_of_few():
    found = lead(*both(0, 0, 20))
    assert (found.difference.value, found.p_value, found.better, found.worse) == (0, 1, 0, 0)
    assert found.difference.high == -found.difference.low == pytest.approx(float(wilson_interval(0, 20)[1]))


def test_whole_groups_change_sides():
    draw, groups = random.Random(3), np.arange(40) // 4
    sides = [[draw.random() < odds] * 4 for odds in (0.9, 0.4) for _ in range(10)]
    right = [np.concatenate(part).astype(float) for part in (sides[:10], sides[10:])]
    gains = (right[0] - right[1]).reshape(10, 4).sum(axis=1)
    sums = [abs(sum(s * gain for s, gain in zip(signs, gains, strict=True))) for signs in SIGNS]
    wanted = np.mean([one >= abs(gains.sum()) for one in sums])
    found = lead(*(answers(one, groups) for one in right))
    alone = lead(*(answers(one) for one in right))
    assert found.p_value == pytest.approx(wanted, abs=0.015)
    assert agrees(found) and agrees(alone)
    assert (found.better, found.worse) == (alone.better, alone.worse)
    width, width_alone = (one.difference.high - one.difference.low for one in (found, alone))
    assert width > 1.15 * width_alone  # 40 answers of 10 groups are worth fewer


SIGNS = tuple(product((1, -1), repeat=10))


def test_one_group_tells_nothing_of_others():
    found = lead(*both(5, 1, 8, np.zeros(8, dtype=np.int64)))
    assert (found.difference.low, found.difference.high, found.p_value) == (-1, 1, 1)
    assert (found.better, found.worse) == (5, 1)


def test_f1_is_compared_as_exchanged_counts_are():
    random_counts = np.random.default_rng(2)
    wanted = random_counts.integers(1, 4, 30)
    tallies = []
    for odds in (0.9, 0.6):
        found = random_counts.binomial(wanted, odds)
        tallies.append(Tally(np.stack([found, found + 1, wanted], axis=1).astype(float), f1))
    result = lead(*tallies)
    assert result.difference.value == pytest.approx(tallies[0].value - tallies[1].value)
    exchanged = []
    for _ in range(4000):
        sides = random_counts.random(30)[:, None] < 0.5
        one, other = (tally.counts for tally in tallies)
        both_ways = np.where(sides, one, other).sum(axis=0), np.where(sides, other, one).sum(axis=0)
        exchanged.append(abs(f1(both_ways[0]) - f1(both_ways[1])) >= result.difference.value - 1e-12)
    assert result.p_value == pytest.approx(np.mean(exchanged), abs=0.02)
    assert agrees(result)


def test_what_is_undefined_or_no_ratio():
    nothing = Tally(np.zeros((4, 2)), share)
    found = lead(nothing, nothing)
    assert math.isnan(found.difference.low) and math.isnan(found.p_value)
    with pytest.raises(ValueError, match="ratios"):
        lead(*[Tally(np.ones((4, 6)), mean_f1)] * 2)
