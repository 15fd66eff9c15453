"""Scores that follow from sums over examples, and their intervals.

These are worked out by drawing examples again and again (Efron and Tibshirani 1993), with the same seed for
everybody. Examples that depend on each other, as questions on one text do, are drawn together (Field and
Welsh 2007, "Bootstrapping clustered data"): the sums of each group count as one example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Interval
from bertviz_core.results.reliability import wilson_interval

RESAMPLES = 1_000
FEW = 30
"""Below so many groups the resampled shares vary too little."""
_ENDS = (2.5, 97.5)
SEED = 0
_CHUNK = 2_000_000  # draws at once: 16 MB

Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]
"""From sums (…, counts) to scores (…), NaN where one is not defined."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What each example adds to the sums from which a score follows."""

    counts: Floats  # (examples, counts)
    score: Score
    groups: NDArray[np.int64] | None = None
    """(examples,): those with one number depend on each other; left out where each stands for itself."""

    @property
    def value(self) -> float:
        """Return the score of all examples."""
        return float(self.score(self.counts.sum(axis=0)))

    @property
    def of_groups(self) -> Floats:
        """Return what each group adds to the sums (groups, counts)."""
        if self.groups is None:
            return self.counts
        names, numbers = np.unique(self.groups, return_inverse=True)
        if len(names) == len(self.counts):
            return self.counts
        sums = np.zeros((len(names), self.counts.shape[1]))
        np.add.at(sums, numbers, self.counts)
        return sums

    def resampled(self) -> Floats:
        """Return the score of `RESAMPLES` sets of as many groups, drawn with replacement."""
        counts = self.of_groups
        return np.concatenate([self.score(weights @ counts) for weights in _draw_weights(len(counts))])


def interval(tally: Tally) -> Interval:
    """Return a score with the interval that holds 95 of 100 resampled ones, by percentiles.

    Where all resampled ones are equal, as they are without a mistake, and where a share is of fewer than
    `FEW` groups, it is widened to Wilson's interval (1927) of so many: a score of few is never certain. That
    takes the examples of a group for one, as if they were all right or all wrong together: how much they
    really depend on each other cannot be told from few.
    """
    found = _interval(tally.value, tally.resampled())
    asked = int((tally.of_groups != 0).any(axis=1).sum())
    few = asked < FEW and _is_share_of_examples(tally)
    if np.isnan(found.value) or not (few or found.low == found.high):
        return found
    low, high = wilson_interval(found.value * asked, asked)
    return Interval(value=found.value, low=min(found.low, float(low)), high=max(found.high, float(high)))


def share(sums: Floats) -> Floats:
    """Return the first of two sums as a share of the second."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., 0] / sums[..., 1]


def f1(sums: Floats) -> Floats:
    """Return F1 from what was found rightly, what was said and what was wanted; NaN where nothing was."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return 2 * sums[..., 0] / (sums[..., 1] + sums[..., 2])


def mean_f1(sums: Floats) -> Floats:
    """Return the mean F1 of the classes that occur, from three sums for each class, side by side."""
    of_each = f1(sums.reshape(*sums.shape[:-1], -1, 3))
    there = ~np.isnan(of_each)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(there, of_each, 0).sum(axis=-1) / there.sum(axis=-1)


def _is_share_of_examples(tally: Tally) -> bool:
    """Tell a share to which each example adds at most one from other scores."""
    return tally.score is share and bool((tally.counts[:, 1] <= 1).all())


def _interval(value: float, resampled: Floats) -> Interval:
    defined = resampled[~np.isnan(resampled)]
    if np.isnan(value) or not defined.size:
        return Interval(value=np.nan, low=np.nan, high=np.nan)
    low, high = np.percentile(defined, _ENDS).tolist()
    return Interval(value=value, low=low, high=high)


def _draw_weights(groups: int) -> Iterator[Floats]:
    """Yield how often each group is in each resampled set (resamples, groups), some sets at a time."""
    random = np.random.default_rng(SEED)
    for sets in chunks(RESAMPLES, groups):
        drawn = random.integers(groups, size=(sets, groups)) + groups * np.arange(sets)[:, None]
        yield np.bincount(drawn.ravel(), minlength=sets * groups).reshape(sets, groups).astype(np.float64)


def chunks(rounds: int, groups: int) -> Iterator[int]:
    """Yield how many of so many rounds fit into memory at once, until all are done."""
    step = max(1, _CHUNK // max(1, groups))
    yield from (min(step, rounds - start) for start in range(0, rounds, step))
