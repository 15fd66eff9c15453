"""The nearest vectors of every vector by cosine, without a matrix of all pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import unit_vectors

_ROWS = 512
_ROUNDING = 1e-6  # of cosines in single precision


def cosine_neighbours(
    vectors: NDArray[np.floating], count: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the nearest vectors of each, itself first, and their cosine distances, (n, count) each.

    Args:
        vectors: (n, features).
        count: How many, the vector itself included; at most n.
    """
    unit = unit_vectors(vectors.astype(np.float32, copy=False))
    n = len(unit)
    nearest, distances = np.empty((n, count), np.int64), np.empty((n, count), np.float32)
    for start in range(0, n, _ROWS):
        block = slice(start, min(start + _ROWS, n))
        away = np.maximum(1 - unit[block] @ unit.T, 0)  # (rows, n)
        own = np.arange(block.start, block.stop)
        away[own - start, own] = -1
        some = np.argpartition(away, count - 1, axis=1)[:, :count]
        order = np.argsort(np.take_along_axis(away, some, axis=1), axis=1, kind="stable")
        nearest[block] = np.take_along_axis(some, order, axis=1)
        distances[block] = np.maximum(np.take_along_axis(away, nearest[block], axis=1), 0)
    return nearest, distances


def neighbours_alike(vectors: NDArray[np.floating], names: NDArray[np.str_]) -> float:
    """Return how often the nearest other vector is of the same name; for as many vectors as there are.

    Several nearest ones count in equal parts.

    Args:
        vectors: (n, features), at least two.
        names: Of each of them.
    """
    unit = unit_vectors(vectors.astype(np.float32, copy=False))
    n, right = len(unit), 0.0
    for start in range(0, n, _ROWS):
        block = slice(start, min(start + _ROWS, n))
        away = 1 - unit[block] @ unit.T  # (rows, n)
        away[np.arange(block.stop - start), np.arange(start, block.stop)] = np.inf
        nearest = away <= away.min(axis=1, keepdims=True) + _ROUNDING
        same = names[block, np.newaxis] == names
        right += float(((nearest & same).sum(axis=1) / nearest.sum(axis=1)).sum())
    return right / n
