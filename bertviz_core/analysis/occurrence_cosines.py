"""Cosines of all pairs of vectors, and an order in which like ones stand together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.sense_scores import unit_vectors


def cosine_matrix(vectors: NDArray[np.floating], *, centred: bool = False) -> NDArray[np.float32]:
    """Return the cosines (n, n) of vectors (n, dimension).

    Args:
        vectors: The vectors.
        centred: Subtract their mean first. Vectors of a transformer share a large part (Ethayarajh 2019), so
            that all of them look alike; what is left tells them apart.
    """
    rows = vectors.astype(np.float64)
    unit = unit_vectors(rows - rows.mean(axis=0) if centred else rows)
    return np.clip(unit @ unit.T, -1, 1).astype(np.float32)


def order_in_groups(cosines: NDArray[np.float32], groups: Sequence[int]) -> NDArray[np.int64]:
    """Return an order (n,): group after group, within each like ones beside each other.

    The leaves of a hierarchical clustering by mean distance, turned so that neighbours are as alike as they
    can be (Bar-Joseph et al. 2001).

    Args:
        cosines: (n, n).
        groups: The group of each; smaller numbers come first.
    """
    labels = np.asarray(groups)
    parts = [np.flatnonzero(labels == group) for group in np.unique(labels)]
    return np.concatenate([own[_similar_order(cosines[np.ix_(own, own)])] for own in parts])


def _similar_order(cosines: NDArray[np.float32]) -> NDArray[np.int64]:
    if len(cosines) < 3:
        return np.arange(len(cosines))
    from scipy.cluster.hierarchy import leaves_list, linkage  # late: few visits need it

    pairs = np.triu_indices(len(cosines), k=1)
    distances = np.maximum(1 - cosines[pairs].astype(np.float64), 0)
    return leaves_list(linkage(distances, method="average", optimal_ordering=True)).astype(np.int64)
