"""Curves of many points: a line that is smoother, and fewer points that show the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_POINTS = 400
"""More cannot be told apart on a screen: neighbours are then drawn as their mean."""

SMOOTHING = 0.1
"""Share of the points over which the smoothed line forgets."""


def smoothed(losses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the running mean that forgets over a tenth of the points, unbiased at the beginning."""
    keep = 1 - 1 / max(1.0, SMOOTHING * len(losses))
    means, total, weight = np.empty(len(losses)), 0.0, 0.0
    for place, loss in enumerate(losses):
        total, weight = keep * total + loss, keep * weight + 1
        means[place] = total / weight
    return means


def thinned(*columns: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return columns of numbers as they are, or means of neighbours where there are too many."""
    group = -(-len(columns[0]) // MOST_POINTS)
    if group <= 1:
        return list(columns)
    starts = np.arange(0, len(columns[0]), group)
    sizes = np.diff([*starts, len(columns[0])])
    return [np.add.reduceat(column, starts) / sizes for column in columns]
