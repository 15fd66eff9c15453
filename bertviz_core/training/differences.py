"""Whether one way is ahead of another on the same examples: how far, how surely, and what chance alone makes.

Verdict and interval are of one test. Were there no difference, each example could as well favour the other
way: the signs of the gains are drawn (Fisher's randomisation test; of right and wrong answers it is McNemar's
exact test, 1947). A difference is in the interval if the gains beyond it pass the same test. Its ends are
percentiles of the mean gain of random halves of the examples (Hartigan 1969, "Using subsample values as
typical values"), so that the interval holds 0 exactly where the test finds no more than chance.

Where few right and wrong answers differ, all halves are counted; else some are drawn, the same for everybody.
Examples that depend on each other, as questions on one text do, stay together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom, binomtest

from bertviz_core.results import Interval
from bertviz_core.results.reliability import wilson_interval
from bertviz_core.training.scores import SEED, Floats, Tally, chunks, f1, share

ALPHA = 0.05
HALVES = 10_000
MOST_COUNTED = 50
"""Differing answers of which all halves are counted; those of more are drawn."""
_NOTHING = 1e-12
"""Gains as near to 0 are rounding."""


@dataclass(frozen=True, slots=True)
class Lead:
    """How far one score is ahead of another."""

    difference: Interval
    p_value: float
    """How often chance alone makes them differ as much, two-sided."""
    better: int
    """Examples on which the first does better, each counted by itself."""
    worse: int


@dataclass(frozen=True, slots=True)
class _Gains:
    """What each group adds to a difference."""

    gains: Floats  # (groups,), their sum is the difference
    weights: Floats  # (groups,), their sum is 1
    single_answers: bool
    """Each group is one answer, right or wrong."""


def lead(one: Tally, other: Tally) -> Lead:
    """Return how far the first score is ahead; both of the same examples, and shares or F1.

    Without a differing example the interval is what Wilson's (1927) allows of so many.

    Raises:
        ValueError: The scores are no ratios of sums.
    """
    of_groups, of_each = _gains(one, other, together=True), _gains(one, other, together=False)
    if of_groups is None or of_each is None:
        return Lead(Interval(value=np.nan, low=np.nan, high=np.nan), np.nan, 0, 0)
    better, worse = (int((sign * of_each.gains > _NOTHING).sum()) for sign in (1, -1))
    value = one.value - other.value
    if not better and not worse:
        reach = float(wilson_interval(0, len(of_groups.gains))[1])
        return Lead(Interval(value=value, low=-reach, high=reach), 1.0, 0, 0)
    if of_groups.single_answers and better + worse <= MOST_COUNTED:
        means, chances = _all_halves(better, worse, len(of_groups.gains))
        low, high = _ends(means, chances)
        given = _of_those_that_differ(better, worse, len(of_groups.gains))
        low, high = min(low, given[0]), max(high, given[1])
    else:
        means, chances = _drawn_halves(of_groups)
        low, high = _ends(means, chances)
    found = Interval(value=value, low=max(-1.0, min(low, value)), high=min(1.0, max(high, value)))
    return Lead(found, _chance(means, chances), better, worse)


def _gains(one: Tally, other: Tally, *, together: bool) -> _Gains | None:
    """Return the gains of groups or of examples; None where a score is not defined.

    The difference of two ratios is told apart so that the gain of a group changes its sign where the two ways
    change sides.
    """
    (above, below), (other_above, other_below) = (_ratio(tally, together=together) for tally in (one, other))
    if not below.sum() or not other_below.sum():
        return None
    pooled = (above.sum() + other_above.sum()) / (below.sum() + other_below.sum())
    scale = 2 / (1 / below.sum() + 1 / other_below.sum())
    return _Gains(
        gains=((above - other_above) - pooled * (below - other_below)) / scale,
        weights=(below + other_below) / (below.sum() + other_below.sum()),
        single_answers=one.score is share
        and bool((below == 1).all() and np.isin(above, (0, 1)).all() and np.isin(other_above, (0, 1)).all()),
    )


def _ratio(tally: Tally, *, together: bool) -> tuple[Floats, Floats]:
    """Return what stands above and below the line of a score, of each group (groups,)."""
    counts = tally.of_groups if together else tally.counts
    if tally.score is share:
        return counts[:, 0], counts[:, 1]
    if tally.score is f1:
        return 2 * counts[:, 0], counts[:, 1] + counts[:, 2]
    raise ValueError("only ratios of sums are compared")


def _all_halves(better: int, worse: int, answers: int) -> tuple[Floats, Floats]:
    """Return the mean gain of all halves (halves,) and how probable each is; NaN of the empty one."""
    parts = [_halves_of(count) for count in (better, worse, answers - better - worse)]
    gained, lost, same = np.meshgrid(*(sizes for sizes, _ in parts), indexing="ij")
    chances = reduce(np.multiply.outer, (chances for _, chances in parts))
    with np.errstate(invalid="ignore"):
        means = (gained - lost) / (gained + lost + same)
    return means.ravel(), chances.ravel()


def _halves_of(count: int) -> tuple[NDArray[np.int64], Floats]:
    """Return how many of some examples are in a random half, where that is not all but impossible."""
    sizes = np.arange(count + 1)
    chances = binom.pmf(sizes, count, 0.5)
    kept = chances > 1e-15
    return sizes[kept], chances[kept]


def _drawn_halves(of_groups: _Gains) -> tuple[Floats, Floats]:
    """Return the mean gain of drawn halves (halves,), NaN of an empty one, each as probable."""
    random, means = np.random.default_rng(SEED), [np.array([np.nan])]  # the test counts what was seen, too
    sides = np.stack([of_groups.gains, of_groups.weights], axis=1)  # (groups, 2)
    for rounds in chunks(HALVES, len(sides)):
        gained, size = ((random.random((rounds, len(sides))) < 0.5).astype(np.float64) @ sides).T
        gained[np.abs(gained) < _NOTHING] = 0
        with np.errstate(invalid="ignore", divide="ignore"):
            means.append(gained / size)
    return np.concatenate(means), np.full(HALVES + 1, 1 / (HALVES + 1))


def _of_those_that_differ(better: int, worse: int, answers: int) -> tuple[float, float]:
    """Return the interval of the same test where how many differ is given (Clopper and Pearson 1934).

    Where few differ, no half may be behind although the other way could be ahead.
    """
    found = binomtest(better, better + worse).proportion_ci(1 - ALPHA, method="exact")
    low, high = ((2 * end - 1) * (better + worse) / answers for end in (found.low, found.high))
    return float(low), float(high)


def _ends(means: Floats, chances: Floats) -> tuple[float, float]:
    """Return both ends; an empty half says nothing, and may lie beyond either."""
    low, high = (sign * _low_end(sign * means, chances) for sign in (1, -1))
    return low, high


def _low_end(means: Floats, chances: Floats) -> float:
    below = np.where(np.isnan(means), -np.inf, means)
    order = np.argsort(below)
    return float(below[order][np.searchsorted(np.cumsum(chances[order]), ALPHA / 2)])


def _chance(means: Floats, chances: Floats) -> float:
    tails = (chances[np.isnan(means) | (sign * means <= 0)].sum() for sign in (1, -1))
    return float(min(1.0, 2 * min(tails)))
