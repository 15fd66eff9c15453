"""Vectors of hundreds of dimensions as points of two or three: UMAP, PCA or t-SNE."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import svds

from bertviz_core.analysis.vectors.cosine_neighbours import cosine_neighbours
from bertviz_core.analysis.vectors.umap_layout import lay_out, neighbour_graph
from bertviz_core.errors import InputError
from bertviz_core.results import PROJECTION_METHODS, LayerProjections, Projection, ProjectionMethod

FEWEST = 4
"""Different vectors that have neighbours worth speaking of; fewer are drawn by PCA."""

MOST_NEIGHBOURS = 15
PERPLEXITY = 30.0
EPOCHS, MANY, EPOCHS_OF_MANY = 500, 1000, 200

_WIDTH, _NOISE = 10.0, 1e-4
_TSNE_WIDTH = 1e-4
_STEPS, _LEAST_STEP = 48, 5.0
"""Learning rate of t-SNE (Belkina et al. 2019); in 3-D, larger steps throw few points about."""

_EXACT = 500
"""Up to so many vectors or features all components are worked out, which is fast then."""


def project(
    vectors: NDArray[np.floating],
    method: ProjectionMethod,
    *,
    dimensions: int = 2,
    seed: int = 0,
    start: NDArray[np.floating] | None = None,
) -> Projection:
    """Find a point for each vector; the same ones again for the same seed.

    UMAP (McInnes et al. 2018) and t-SNE (van der Maaten & Hinton 2008) keep neighbours by cosine together;
    PCA looks from the side from which the vectors spread most.

    Args:
        vectors: (n, features), at least one.
        method: What is asked for; fewer than four different vectors are drawn by PCA.
        dimensions: 2 or 3.
        seed: Of whatever is drawn by lot.
        start: Points (n, dimensions) to begin with; those of PCA when None or all the same.

    Raises:
        InputError: There is no such method.
    """
    if method not in PROJECTION_METHODS:
        raise InputError(
            "There is no projection “{method}”: choose {methods}.",
            method=method,
            methods=", ".join(PROJECTION_METHODS),
        )
    if method == "pca" or _too_few(vectors):
        return _principal_components(vectors, dimensions, seed)
    if start is None or not start.any():
        start = _principal_components(vectors, dimensions, seed).points
    if method == "tsne":
        return _tsne(vectors, start, seed)
    return _umap(vectors, start, seed)


def project_layers(
    states: NDArray[np.floating],
    method: ProjectionMethod,
    *,
    dimensions: int = 2,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> LayerProjections:
    """Find the points of the same things after each layer, each layer beginning where the one before ended.

    Args:
        states: (layers + 1, n, hidden).
        method: As in `project`.
        dimensions: 2 or 3.
        seed: Of whatever is drawn by lot.
        progress: Told how many layers are done, of how many; it may raise to end the work.
    """
    drawn: list[NDArray[np.float32]] = []
    for layer, vectors in enumerate(states):
        if progress:
            progress(layer, len(states))
        found = project(vectors, method, dimensions=dimensions, seed=seed, start=drawn[-1] if drawn else None)
        points = _evened(found.points)
        drawn.append(turned(points, drawn[-1]) if drawn else points)
    return LayerProjections(points=np.stack(drawn), method=found.method)


def turned(points: NDArray[np.float32], onto: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn or mirror points so that they come closest to others: orthogonal Procrustes (Schönemann 1966)."""
    left, _, right = np.linalg.svd(points.T @ onto)
    return np.asarray(points @ (left @ right), dtype=np.float32)


def _evened(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move points around 0 with a mean square of 1, unless they are all the same."""
    centred = points - points.mean(axis=0)
    width = float(np.sqrt((centred**2).sum(axis=1).mean()))
    return centred / width if width > 0 else centred


def _too_few(vectors: NDArray[np.floating]) -> bool:
    """Tell whether there are too few different vectors, looking no further than it takes."""
    different: set[bytes] = set()
    for row in vectors:
        different.add((row + 0).tobytes())  # + 0: zeros have two signs
        if len(different) >= FEWEST:
            return False
    return True


def _principal_components(vectors: NDArray[np.floating], dimensions: int, seed: int) -> Projection:
    rows = vectors.astype(np.float32)
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
        shares[:axes] = lengths[:axes] ** 2 / (centred.astype(np.float64) ** 2).sum()
    return Projection(points=points, method="pca", variance=tuple(shares.tolist()))


def _umap(vectors: NDArray[np.floating], start: NDArray[np.floating], seed: int) -> Projection:
    n = len(vectors)
    neighbours = min(MOST_NEIGHBOURS, max(3, n // 3))  # of few points, not all are neighbours
    wide = start * (_WIDTH / (float(np.abs(start).max()) or 1.0))
    noise = np.random.default_rng(seed).normal(scale=_NOISE, size=start.shape)  # equal points part
    points = lay_out(
        neighbour_graph(*cosine_neighbours(vectors, neighbours)),
        wide + noise,
        epochs=EPOCHS if n <= MANY else EPOCHS_OF_MANY,
        seed=seed,
    )
    return Projection(points=points, method="umap", neighbours=neighbours)


def _tsne(vectors: NDArray[np.floating], start: NDArray[np.floating], seed: int) -> Projection:
    from sklearn.manifold import TSNE  # late: memory and time that few visits need

    n, dimensions = start.shape
    perplexity = min(PERPLEXITY, max(1.0, (n - 1) / 5))
    narrow = start * (_TSNE_WIDTH / (float(start.std()) or 1.0))
    method = TSNE(
        dimensions,
        perplexity=perplexity,
        learning_rate=max(n / _STEPS, _LEAST_STEP),
        metric="cosine",
        init=narrow.astype(np.float32),
        random_state=seed,
    )
    points = method.fit_transform(vectors.astype(np.float32))
    return Projection(points=points.astype(np.float32), method="tsne", neighbours=round(perplexity))
