"""k-means of few vectors, from all beginnings and into all numbers of clusters at the same time.

A fit of scikit-learn takes a millisecond for a handful of vectors, whatever they are, and fifty are needed
for each layer. Here all of them are one array of labels (counts, runs, n). Distances come from products of
the vectors, so that a step costs the same in any dimension.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
Numbers = NDArray[np.float64]

_BEGINNINGS = 50
_TRIALS = 3  # for each centre, as scikit-learn has for so few clusters
_FINISHED = 10  # of the beginnings
_MOST_STEPS = 500
_SEED = 0
_ROUNDING = 1e-9


def k_means_of_few(vectors: NDArray[np.floating], counts: Sequence[int]) -> Labels:
    """Return, for each number of clusters, the cluster of each vector (counts, n).

    Lloyd's steps end early where vectors are few, as none is nearer to another mean than to the one that it
    is part of. So the best runs go on with single vectors (Hartigan and Wong 1979), and the best of them is
    taken.

    Args:
        vectors: (n, dimension), a few dozen, no longer than 1.
        counts: Numbers of clusters, none higher than that of different vectors.
    """
    exact = vectors.astype(np.float64)
    products = exact @ exact.T
    lengths = np.diag(products)
    distances = np.maximum(lengths[:, np.newaxis] + lengths - 2 * products, 0)
    first = _beginnings(distances, max(counts))
    labels = np.stack([distances[first[:, :count]].argmin(axis=1) for count in counts])
    labels = _best(*_settled(products, labels, counts), _FINISHED)
    return _best(*_settled(products, labels, counts, singly=True), 1)[:, 0]


def _best(labels: Labels, scatter: Numbers, kept: int) -> Labels:
    """Return the runs (counts, kept, n) in which vectors are nearest to their means."""
    best = scatter.argsort(axis=1, kind="stable")[:, :kept]
    return np.take_along_axis(labels, best[..., np.newaxis], axis=1)


def _beginnings(distances: Numbers, count: int) -> Labels:
    """Draw vectors (beginnings, count) that lie apart: greedy k-means++ (Arthur and Vassilvitskii 2007)."""
    random, n = np.random.default_rng(_SEED), len(distances)
    drawn = random.integers(n, size=(_BEGINNINGS, 1))
    nearest = distances[drawn[:, 0]]  # (beginnings, n) from each vector to those that are drawn
    for _ in range(1, count):
        sums = nearest.cumsum(axis=1)[:, np.newaxis]
        shares = random.random((_BEGINNINGS, _TRIALS, 1)) * sums[..., -1:]
        tried = np.minimum((sums <= shares).sum(axis=-1), n - 1)  # (beginnings, trials)
        left = np.minimum(nearest[:, np.newaxis], distances[tried])
        best = left.sum(axis=-1).argmin(axis=1)[:, np.newaxis]
        nearest = np.take_along_axis(left, best[..., np.newaxis], axis=1)[:, 0]
        drawn = np.hstack([drawn, np.take_along_axis(tried, best, axis=1)])
    return drawn


def _settled(
    products: Numbers, labels: Labels, counts: Sequence[int], *, singly: bool = False
) -> tuple[Labels, Numbers]:
    """Take steps until no label (counts, runs, n) changes; return them and the squares' sums."""
    clusters, lengths = np.arange(max(counts)), np.diag(products)[:, np.newaxis]
    for _ in range(_MOST_STEPS):
        inside = labels[..., np.newaxis] == clusters  # (counts, runs, n, clusters)
        sizes = inside.sum(axis=-2, keepdims=True)
        means = inside / np.maximum(sizes, 1)
        nearness = products @ means
        squares = lengths - 2 * nearness + (means * nearness).sum(axis=-2, keepdims=True)
        changed = np.where(sizes > 0, squares, np.inf).argmin(axis=-1)
        if singly and (changed == labels).all():
            gains = _gains(squares, inside, sizes)
            gains *= clusters < np.reshape(counts, (-1, 1, 1, 1))
            changed = _moved(labels, gains)
        if (changed == labels).all():
            break
        labels = changed
    return labels, np.where(inside, squares, 0).sum(axis=(-2, -1))


def _gains(squares: Numbers, inside: NDArray[np.bool_], sizes: Labels) -> Numbers:
    """Return how much the sum of squares falls where a vector joins another cluster and both means move."""
    left = np.where(inside, squares * (sizes / np.maximum(sizes - 1, 1)), 0).sum(axis=-1, keepdims=True)
    return np.where(inside, 0, left - squares * (sizes / (sizes + 1)))


def _moved(labels: Labels, gains: Numbers) -> Labels:
    """Move in each run the one vector that gains most (counts, runs, n, clusters), if one does."""
    runs, moved = gains.reshape(-1, gains[0, 0].size), labels.reshape(-1, labels.shape[-1]).copy()
    vector, cluster = np.divmod(runs.argmax(axis=1), gains.shape[-1])
    better = runs.max(axis=1) > _ROUNDING
    moved[better, vector[better]] = cluster[better]
    return moved.reshape(labels.shape)
