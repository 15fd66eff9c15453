"""How well vectors tell senses apart: four measures, all by cosine, all of them for any vectors and labels.

Vectors are (n, dimension), senses (n,). Distances below rounding are none: the static vectors are equal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.results import NOISE

Vectors2D = NDArray[np.floating]
Names = NDArray[np.str_]

_ROUNDING = 1e-12


def nearest_neighbour_accuracy(vectors: Vectors2D, senses: Names) -> float:
    """Return how often the nearest other vector is of the same sense; equally near ones count in parts.

    At the input equal pieces at equal places are equal vectors: which of them comes first must not matter.

    Args:
        vectors: At least two.
        senses: Of each of them.
    """
    return float(neighbours_right(vectors, senses).mean())


def neighbours_right(vectors: Vectors2D, senses: Names) -> NDArray[np.float64]:
    """Return, for each vector (n,), which share of its nearest other vectors is of its sense."""
    distances = cosine_distances(vectors)
    np.fill_diagonal(distances, np.inf)
    nearest = distances <= distances.min(axis=1, keepdims=True) + _ROUNDING
    same = senses[:, np.newaxis] == senses
    return np.asarray((nearest & same).sum(axis=1) / nearest.sum(axis=1))


def mean_silhouette(vectors: Vectors2D, senses: Names) -> float:
    """Return the mean silhouette of the senses (Rousseeuw 1987); NaN where all are of one."""
    return float(silhouettes(vectors, senses).mean())


def silhouettes(vectors: Vectors2D, senses: Names) -> NDArray[np.float64]:
    """Return the silhouette of each vector (n,): 0 if it alone is of its sense, NaN if all are of one."""
    return silhouette_widths(cosine_distances(vectors), senses)


def silhouette_widths(
    distances: NDArray[np.float64], senses: Names | NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the silhouette of each of n vectors, given their distances (n, n), as `silhouettes` does."""
    names = np.unique(senses)
    if len(names) < 2:
        return np.full(len(senses), np.nan)
    members = senses == names[:, np.newaxis]  # (senses, n)
    sizes = members.sum(axis=1)
    sums = members @ distances  # (senses, n): from each vector to all of a sense
    own = members.argmax(axis=0)
    everyone = np.arange(len(senses))
    within = sums[own, everyone] / np.maximum(sizes[own] - 1, 1)  # without the vector itself
    means = sums / sizes[:, np.newaxis]
    means[own, everyone] = np.inf
    nearest = means.min(axis=0)
    widths = (nearest - within) / np.maximum(np.maximum(nearest, within), np.finfo(float).tiny)
    return np.where(sizes[own] > 1, widths, 0.0)


def nearest_centroids(vectors: Vectors2D, senses: Names) -> Names:
    """Return, for each vector (n,), the sense whose centroid is nearest when the vector itself is left out.

    A centroid is the mean of the directions of its sense. A sense has none for the only vector it has.
    """
    directions = unit_vectors(vectors.astype(np.float64))
    names = np.unique(senses)
    members = senses == names[:, np.newaxis]
    sums = members @ directions  # (senses, dimension)
    lengths = np.maximum(np.linalg.norm(sums, axis=1), np.finfo(float).tiny)
    cosines = directions @ sums.T / lengths  # (n, senses)
    own = members.argmax(axis=0)
    everyone = np.arange(len(senses))
    rest = sums[own] - directions
    alone = members.sum(axis=1)[own] == 1
    cosines[everyone, own] = np.where(alone, -np.inf, (directions * unit_vectors(rest)).sum(axis=1))
    return np.asarray(names[cosines.round(12).argmax(axis=1)])


def nearest_centroid_f1(vectors: Vectors2D, senses: Names) -> float:
    """Return the mean of the senses' F1 for the nearest centroid, leave one out."""
    return macro_f1(senses, nearest_centroids(vectors, senses))


def macro_f1(senses: Names, said: Names) -> float:
    """Return the mean F1 of the senses that there are."""
    from sklearn.metrics import f1_score  # here: it takes more than a second and 80 MB

    return float(f1_score(senses, said, labels=np.unique(senses), average="macro", zero_division=0))


def cluster_agreement(labels: NDArray[np.int64], senses: Names) -> float:
    """Return the adjusted Rand index (Hubert and Arabie 1985) of clusters against senses.

    What is in no cluster counts as a cluster of its own.
    """
    from sklearn.metrics import adjusted_rand_score

    alone = labels == NOISE
    apart = np.where(alone, labels.max(initial=0) + 1 + np.cumsum(alone), labels)
    return float(adjusted_rand_score(senses, apart))


def cosine_distances(vectors: Vectors2D) -> NDArray[np.float64]:
    """Return 1 - cosine of each with each (n, n); n is at most a thousand or so."""
    directions = unit_vectors(vectors.astype(np.float64))
    distances = 1 - directions @ directions.T
    distances[distances < _ROUNDING] = 0
    np.fill_diagonal(distances, 0)
    return np.asarray(distances)
