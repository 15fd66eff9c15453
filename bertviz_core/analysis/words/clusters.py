"""Groups of vectors that lie close together: k-means and HDBSCAN on the directions from their mean.

All vectors of one word point much the same way (Ethayarajh 2019), so that cosines tell little before the mean
is taken away.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bertviz_core.analysis.vectors.sense_scores import silhouette_widths
from bertviz_core.analysis.words.cluster_words import typical_words
from bertviz_core.analysis.words.k_means import k_means_of_few
from bertviz_core.errors import InputError
from bertviz_core.results import CLUSTER_METHODS, NOISE, ClusterMethod, Vectors, WordClusters, WordLayers

MOST_CLUSTERS = 12
"""As many as can be told apart in a picture."""

TRIED = range(2, 7)
"""Numbers of clusters that are tried where none is given."""

SAMPLE = 1_000
"""Up to so many vectors are compared each with each."""

EXACT = 200
"""Up to so many vectors are kept in all their dimensions, and k-means begins ten times or more."""

FEW = 50
"""Up to so many vectors scikit-learn is slower than all beginnings at once."""

_DIMENSIONS = 50
_LEAST = 3  # occurrences of a cluster of HDBSCAN
_SEED = 0
_NOTHING = 1e-5  # of a vector's length: rounding


def word_clusters(
    layers: WordLayers, vectors: Vectors, *, method: ClusterMethod = "kmeans", count: int | None = None
) -> WordClusters:
    """Group the occurrences of a word and name each group by its most typical context words.

    Args:
        layers: The occurrences.
        vectors: A layer, a strategy, or `static`.
        method: `kmeans` or `hdbscan`.
        count: Of clusters, for k-means; None: the number from 2 to 6 with the best silhouette.

    Raises:
        InputError: There is no such method or number.
    """
    labels = find_clusters(layers.vectors(vectors), method=method, count=count)
    return WordClusters(method=method, labels=labels, words=typical_words(layers, labels))


def find_clusters(
    vectors: NDArray[np.floating], *, method: ClusterMethod = "kmeans", count: int | None = None
) -> NDArray[np.int64]:
    """Return the cluster (n,) of each vector (n, dimension), -1 for none; the largest cluster is 0.

    Where there is nothing to part, because there are too few vectors or all are the same, all are in one.

    Raises:
        InputError: There is no such method or number.
    """
    if method not in CLUSTER_METHODS:
        raise InputError(
            "There is no clustering “{method}”: choose {methods}.",
            method=method,
            methods=", ".join(CLUSTER_METHODS),
        )
    if count is not None and not 1 <= count <= MOST_CLUSTERS:
        raise InputError("The number of clusters goes from 1 to {most}.", most=MOST_CLUSTERS)
    directions = _directions(vectors)
    different = len({row.tobytes() for row in directions.round(4) + 0.0})  # no row has -0 where others have 0
    if len(vectors) < _LEAST or different < 2:
        return np.zeros(len(vectors), dtype=np.int64)
    if method == "hdbscan":
        return _by_size(_dense(directions))
    return _by_size(_nearest(directions, different, count))


def _directions(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the directions (n, dimension) from the mean, of length 1 or 0; many in fewer dimensions."""
    exact = vectors.astype(np.float32)
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    exact -= exact.mean(axis=0)
    away = np.linalg.norm(exact, axis=1, keepdims=True)
    exact /= np.where(away > _NOTHING * lengths, away, np.inf)
    if len(exact) > EXACT and exact.shape[1] > _DIMENSIONS and exact.any():
        from sklearn.decomposition import PCA  # here: it takes more than a second

        method = PCA(_DIMENSIONS, copy=False, svd_solver="randomized", random_state=_SEED)
        exact = method.fit_transform(exact)
    return exact


def _nearest(directions: NDArray[np.float32], different: int, count: int | None) -> NDArray[np.int64]:
    """Return the clusters of k-means."""
    if count is not None:
        return _k_means(directions, [min(count, different)])[0]
    most = min(different, len(directions) - 1)
    tried = _k_means(directions, [k for k in TRIED if k <= most])
    return tried[int(np.argmax(_silhouettes(directions, tried)))]


def _k_means(directions: NDArray[np.float32], counts: Sequence[int]) -> NDArray[np.int64]:
    """Return the clusters (counts, n) for each of their numbers."""
    if len(directions) <= FEW:
        return k_means_of_few(directions, counts)
    from sklearn.cluster import KMeans

    begins = 10 if len(directions) <= EXACT else 3
    fits = (KMeans(count, n_init=begins, random_state=_SEED) for count in counts)
    return np.stack([fit.fit_predict(directions).astype(np.int64) for fit in fits])


def _silhouettes(directions: NDArray[np.float32], tried: NDArray[np.int64]) -> list[float]:
    """Return the mean silhouette (Rousseeuw 1987) of each clustering (tried, n), of a sample if many."""
    if len(directions) <= FEW:
        distances = cdist(directions, directions)
        return [float(silhouette_widths(distances, labels).mean()) for labels in tried]
    from sklearn.metrics import silhouette_score

    sample = SAMPLE if len(directions) > SAMPLE else None
    return [silhouette_score(directions, labels, sample_size=sample, random_state=_SEED) for labels in tried]


def _dense(directions: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the clusters of HDBSCAN (Campello et al. 2013); one of all where it finds none."""
    from sklearn.cluster import HDBSCAN

    least = max(_LEAST, round(len(directions) ** 0.5 / 2))
    found = HDBSCAN(min_cluster_size=least, min_samples=max(1, least // 2), copy=True).fit_predict(directions)
    return np.zeros_like(found) if (found == NOISE).all() else found


def _by_size(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number clusters from the largest to the smallest, of equal ones the one that begins first."""
    found, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    order = [place for place in np.lexsort((first, -sizes)) if found[place] != NOISE]
    renamed = np.full(len(labels), NOISE, dtype=np.int64)
    for number, place in enumerate(order):
        renamed[labels == found[place]] = number
    return renamed
