"""Cosines between the vectors of a word: of all pairs, of one to its nearest, and an order for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosine_neighbours import neighbours_alike
from bertviz_core.analysis.vectors.cosines import order_of_alike, pair_cosines, unit_vectors
from bertviz_core.analysis.vectors.sense_scores import nearest_neighbour_accuracy

MOST_EXACT = 1_000
"""Of more vectors the nearest are found in single precision."""

_ROWS = 512  # in double precision at once


class MeanCosines(NamedTuple):
    """Means over pairs, NaN where there is no such pair."""

    every: float
    within: float
    """Of two with the same name."""
    between: float
    """Of two with different names."""


def cosine_matrix(
    vectors: NDArray[np.floating], *, rows: NDArray[np.int64] | None = None, centred: bool = False
) -> NDArray[np.float32]:
    """Return the cosines (m, m) between vectors (n, dimension).

    Args:
        vectors: The vectors.
        rows: Numbers (m,) of those to compare; None: all.
        centred: Subtract the mean of all vectors first. Those of a transformer share a large part (Ethayarajh
            2019), so that all of them look alike; what is left tells them apart.
    """
    chosen = vectors if rows is None else vectors[rows]
    return pair_cosines(chosen - _centre(vectors, centred=centred)).astype(np.float32)


def nearest_occurrences(
    vectors: NDArray[np.floating], occurrence: int, *, count: int, centred: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the numbers of the vectors nearest to one of them, the nearest first, and their cosines.

    Args:
        vectors: (n, dimension).
        occurrence: The one whose neighbours are looked for; it is none of them.
        count: How many, fewer where there are fewer.
        centred: Subtract the mean of all vectors first.
    """
    centre = _centre(vectors, centred=centred)
    own = unit_vectors(vectors[[occurrence]] - centre)[0]
    parts = (vectors[start : start + _ROWS] for start in range(0, len(vectors), _ROWS))
    cosines = np.concatenate([unit_vectors(part - centre) @ own for part in parts])
    ranked = np.argsort(-cosines, kind="stable")
    nearest = ranked[ranked != occurrence][:count]
    return nearest, np.clip(cosines[nearest], -1, 1).astype(np.float32)


def nearest_alike(vectors: NDArray[np.floating], names: NDArray[np.str_], *, centred: bool = False) -> float:
    """Return how often the nearest other vector has the same name; several nearest ones count in parts.

    Args:
        vectors: (n, dimension); at least two of them with a name.
        names: Of each; those of an empty name are left out.
        centred: Subtract the mean of all vectors first, also of those without a name.
    """
    given = names != ""
    centre = _centre(vectors, centred=centred)
    if given.sum() <= MOST_EXACT:
        return nearest_neighbour_accuracy(vectors[given] - centre, names[given])
    chosen = vectors[given].astype(np.float32, copy=False)
    chosen -= centre.astype(np.float32)
    return neighbours_alike(chosen, names[given])


def mean_cosines(cosines: NDArray[np.float32], names: NDArray[np.str_]) -> MeanCosines:
    """Return the mean cosines of two different vectors.

    Args:
        cosines: (n, n).
        names: Of each, empty where it has none.
    """
    apart = ~np.eye(len(cosines), dtype=bool)
    named = (names[:, np.newaxis] != "") & (names != "") & apart
    same = named & (names[:, np.newaxis] == names)
    every, within, between = (
        float(cosines[pairs].mean()) if pairs.any() else np.nan for pairs in (apart, same, named & ~same)
    )
    return MeanCosines(every=every, within=within, between=between)


def order_in_groups(cosines: NDArray[np.float32], groups: Sequence[int]) -> NDArray[np.int64]:
    """Return an order (n,): group after group, within each like ones beside each other.

    Args:
        cosines: (n, n).
        groups: The group of each; smaller numbers come first.
    """
    labels = np.asarray(groups)
    parts = [np.flatnonzero(labels == group) for group in np.unique(labels)]
    return np.concatenate([own[order_of_alike(cosines[np.ix_(own, own)])] for own in parts])


def _centre(vectors: NDArray[np.floating], *, centred: bool) -> NDArray[np.float64]:
    """Return what is subtracted from every vector (dimension,); nothing where all are the same."""
    if not centred or not (vectors != vectors[0]).any():
        return np.zeros(vectors.shape[1])
    return np.asarray(vectors.mean(axis=0, dtype=np.float64))
