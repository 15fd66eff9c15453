"""The directions in which vectors spread most: PCA, by singular values (Pearson 1901, Hotelling 1933)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import svds

from bertviz_core.results import Projection

_EXACT = 500
"""Up to so many vectors or features all components are worked out, which is fast then."""


def principal_components(vectors: NDArray[np.floating], dimensions: int, seed: int) -> Projection:
    """Look at vectors (n, features) from the side from which they spread most."""
    rows = vectors.astype(np.float32, copy=False)
    points, shares = np.zeros((len(rows), dimensions), np.float32), np.zeros(dimensions)
    if (rows != rows[0]).any():
        centred = rows - rows.mean(axis=0, dtype=np.float64).astype(np.float32)
        if min(centred.shape) <= _EXACT:
            left, lengths, _ = np.linalg.svd(centred, full_matrices=False)
        else:
            left, lengths, _ = svds(centred, k=dimensions, random_state=seed)
            left, lengths = left[:, ::-1], lengths[::-1]  # the longest comes last
        axes = min(dimensions, len(lengths))
        left = left[:, :axes]
        signs = np.sign(left[np.abs(left).argmax(axis=0), np.arange(axes)])  # a component has no side
        points[:, :axes] = left * (signs * lengths[:axes])
        whole = np.einsum("ij,ij->", centred, centred, dtype=np.float64)  # a few rows at a time
        shares[:axes] = lengths[:axes] ** 2 / whole
    return Projection(points=points, method="pca", variance=tuple(shares.tolist()))


def onto_components(
    new: NDArray[np.floating], vectors: NDArray[np.floating], dimensions: int, seed: int
) -> NDArray[np.float32]:
    """Project new vectors onto the principal components of others."""
    points = principal_components(vectors, dimensions, seed).points.astype(np.float64)
    middle = vectors.mean(axis=0, dtype=np.float64)
    # The columns of the points are orthogonal, so that these are the components.
    components = (vectors - middle).T @ points  # (features, dimensions)
    squares = (points**2).sum(axis=0)
    components /= np.where(squares > 0, squares, 1)
    return np.asarray((new - middle) @ components, dtype=np.float32)
