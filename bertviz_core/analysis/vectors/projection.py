"""Vectors of hundreds of dimensions as points of two or three: UMAP, PCA or t-SNE."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.equal_vectors import equal_vectors
from bertviz_core.analysis.vectors.principal_components import onto_components, principal_components
from bertviz_core.analysis.vectors.umap_fits import neighbours_of
from bertviz_core.analysis.vectors.umap_process import Arrays, Progress, umap_process
from bertviz_core.errors import InputError
from bertviz_core.results import PROJECTION_METHODS, LayerProjections, Projection, ProjectionMethod

FEWEST = 4
"""Different vectors that have neighbours worth speaking of; fewer are drawn by PCA."""

PERPLEXITY = 30.0

_TSNE_WIDTH = 1e-4
_STEPS, _LEAST_STEP = 48, 5.0
"""Learning rate of t-SNE (Belkina et al. 2019); in 3-D, larger steps throw few points about."""


def project(
    vectors: NDArray[np.floating],
    method: ProjectionMethod,
    *,
    dimensions: int = 2,
    seed: int = 0,
    start: NDArray[np.floating] | None = None,
    senses: NDArray[np.integer] | None = None,
    progress: Progress | None = None,
) -> Projection:
    """Find a point for each vector; the same ones again for the same seed.

    Equal vectors are one point: of many, UMAP and t-SNE would make islands that mean nothing.

    UMAP (McInnes et al. 2018) and t-SNE (van der Maaten & Hinton 2008) keep neighbours by cosine together;
    PCA looks from the side from which the vectors spread most. umap-learn draws UMAP in a process of its own,
    which the first map has to wait for.

    Args:
        vectors: (n, features), at least one.
        method: What is asked for; fewer than four different vectors are drawn by PCA, and instead of by UMAP
            fewer than five in three dimensions.
        dimensions: 2 or 3.
        seed: Of whatever is drawn by lot.
        start: Points (n, dimensions) with which t-SNE begins; those of PCA when None or all the same.
        senses: Numbers of classes, (n,), that UMAP is told and keeps together, -1 for none.
        progress: Told how many steps of UMAP are done, of how many; it may raise to end the work.

    Raises:
        InputError: There is no such method.
        DrawingError: The process that draws UMAP maps is switched off, or ended.
    """
    _require_method(method)
    rows, spots = equal_vectors(vectors, senses)
    if method == "pca" or _too_few(vectors[rows], method, dimensions):
        found = principal_components(vectors, dimensions, seed)
        return replace(found, points=found.points[rows][spots])
    if len(rows) < len(vectors):
        found = project(
            vectors[rows],
            method,
            dimensions=dimensions,
            seed=seed,
            start=None if start is None else start[rows],
            senses=None if senses is None else senses[rows],
            progress=progress,
        )
        return replace(found, points=found.points[spots])
    if method == "umap":
        return _umap(vectors, senses, dimensions, seed, progress)
    if start is None or not start.any():
        start = principal_components(vectors, dimensions, seed).points
    return _tsne(vectors, start, seed)


def project_layers(
    states: NDArray[np.floating],
    method: ProjectionMethod,
    *,
    dimensions: int = 2,
    seed: int = 0,
    progress: Progress | None = None,
) -> LayerProjections:
    """Find the points of the same things after each layer, so that they move as little as possible.

    UMAP draws all layers together (`AlignedUMAP` of umap-learn); with the other methods each layer begins
    where the one before ended, and is turned towards it.

    Args:
        states: (layers + 1, n, hidden).
        method: As in `project`.
        dimensions: 2 or 3.
        seed: Of whatever is drawn by lot.
        progress: Told how many layers or steps are done, of how many; it may raise to end the work.

    Raises:
        InputError: There is no such method.
        DrawingError: The process that draws UMAP maps is switched off, or ended.
    """
    _require_method(method)
    rows, spots = equal_vectors(states.swapaxes(0, 1), None)
    if len(rows) < states.shape[1]:
        some = project_layers(states[:, rows], method, dimensions=dimensions, seed=seed, progress=progress)
        return replace(some, points=some.points[:, spots])
    if method == "umap":
        if not _too_few(states[-1], method, dimensions):
            return _aligned(states, dimensions, seed, progress)
        method = "pca"
    drawn: list[NDArray[np.float32]] = []
    for layer, vectors in enumerate(states):
        if progress:
            progress(layer, len(states))
        found = project(vectors, method, dimensions=dimensions, seed=seed, start=drawn[-1] if drawn else None)
        points = _evened(found.points)
        drawn.append(turned(points, drawn[-1]) if drawn else points)
    return LayerProjections(points=np.stack(drawn), method=found.method)


def place(
    new: NDArray[np.floating],
    vectors: NDArray[np.floating],
    method: ProjectionMethod,
    *,
    dimensions: int = 2,
    seed: int = 0,
    senses: NDArray[np.integer] | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float32]:
    """Find a point for each of some new vectors, (m, dimensions), in the map that `project` draws of others.

    Args:
        new: (m, features), at least one.
        vectors: (n, features), those of the map.
        method: By which `project` has drawn it: `umap` or `pca`.
        dimensions: As it was drawn.
        seed: As it was drawn.
        senses: As it was drawn.
        progress: Told how many steps of UMAP are done, of how many; it may raise to end the work.

    Raises:
        InputError: A map by this method has no place for others.
        DrawingError: The process that draws UMAP maps is switched off, or ended.
    """
    if method == "pca":
        return onto_components(new, vectors, dimensions, seed)
    if method == "tsne":
        raise InputError("t-SNE has no place for a new sentence. Choose UMAP or PCA.")
    rows, _spots = equal_vectors(vectors, senses)
    vectors, senses = vectors[rows], None if senses is None else senses[rows]
    arrays: Arrays = {"vectors": _single(vectors), "new": _single(new)}
    if senses is not None:
        arrays = {**arrays, "senses": senses.astype(np.int32)}
    return umap_process.ask("place", {"dimensions": dimensions, "seed": seed}, arrays, progress)


def turned(points: NDArray[np.float32], onto: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn or mirror points so that they come closest to others: orthogonal Procrustes (Schönemann 1966)."""
    left, _, right = np.linalg.svd(points.T @ onto)
    return np.asarray(points @ (left @ right), dtype=np.float32)


def _evened(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move points (…, n, dimensions) around 0 with a mean square of 1, unless they are all the same."""
    centred = points - points.reshape(-1, points.shape[-1]).mean(axis=0)
    width = float(np.sqrt((centred**2).sum(axis=-1).mean()))
    return centred / width if width > 0 else centred


def _require_method(method: str) -> None:
    if method not in PROJECTION_METHODS:
        raise InputError(
            "There is no projection “{method}”: choose {methods}.",
            method=method,
            methods=", ".join(PROJECTION_METHODS),
        )


def _too_few(vectors: NDArray[np.floating], method: ProjectionMethod, dimensions: int) -> bool:
    """Tell whether there are too few different vectors, looking no further than it takes."""
    if method == "umap" and len(vectors) < dimensions + 2:
        return True
    different: set[bytes] = set()
    for row in vectors:
        different.add((row + 0).tobytes())  # + 0: zeros have two signs
        if len(different) >= FEWEST:
            return False
    return True


def _umap(
    vectors: NDArray[np.floating],
    senses: NDArray[np.integer] | None,
    dimensions: int,
    seed: int,
    progress: Progress | None,
) -> Projection:
    arrays: Arrays = {"vectors": _single(vectors)}
    if senses is not None:
        arrays = {**arrays, "senses": senses.astype(np.int32)}
    points = umap_process.ask("fit", {"dimensions": dimensions, "seed": seed}, arrays, progress)
    return Projection(points=points, method="umap", neighbours=neighbours_of(len(vectors)))


def _aligned(
    states: NDArray[np.floating], dimensions: int, seed: int, progress: Progress | None
) -> LayerProjections:
    arrays = {"states": _single(states)}
    points = umap_process.ask("aligned", {"dimensions": dimensions, "seed": seed}, arrays, progress)
    return LayerProjections(points=_evened(points), method="umap")


def _single(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    return vectors.astype(np.float32, copy=False)


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
