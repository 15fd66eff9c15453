"""Directions of vectors, the cosines between them, and an order that puts like ones together."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Precision = TypeVar("Precision", bound=np.floating[Any])


def unit_vectors(vectors: NDArray[Precision]) -> NDArray[Precision]:
    """Return vectors of length 1 in the same directions (n, dimension), zero where there is none.

    In the precision that is given; half precision is too coarse for the lengths.
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.finfo(vectors.dtype).tiny))


def pair_cosines(vectors: NDArray[Precision]) -> NDArray[Precision]:
    """Return the cosine (n, n) of each with each; that with a vector of zeros is 0."""
    unit = unit_vectors(vectors)
    return np.clip(unit @ unit.T, -1, 1)


def order_of_alike(cosines: NDArray[np.floating]) -> NDArray[np.int64]:
    """Return an order (n,) in which neighbours are as alike as they can be (Bar-Joseph et al. 2001).

    These are the leaves of a hierarchical clustering by mean distance.

    Args:
        cosines: (n, n).
    """
    if len(cosines) < 3:
        return np.arange(len(cosines))
    from scipy.cluster.hierarchy import leaves_list, linkage  # late: few visits need it

    pairs = np.triu_indices(len(cosines), k=1)
    distances = np.maximum(1 - cosines[pairs].astype(np.float64), 0)
    return leaves_list(linkage(distances, method="average", optimal_ordering=True)).astype(np.int64)
