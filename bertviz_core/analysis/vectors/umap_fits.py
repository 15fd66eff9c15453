"""The maps that umap-learn is asked for (McInnes et al. 2018), in the process that draws them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.cosine_neighbours import cosine_neighbours
from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.vectors.umap_messages import Message

FEW: Final = 500
"""Vectors of which umap-learn compares all pairs one by one; of more it is told the neighbours."""

MOST_NEIGHBOURS = 15
_MANY, _EPOCHS, _EPOCHS_OF_MANY = 1000, 500, 200
_MAPS_KEPT = 4

_kept: OrderedDict[bytes, Any] = OrderedDict()
"""Maps in which new vectors may be placed, the last one used at the end."""


class _Neighbours:
    """Finds the nearest of the vectors of a map, all compared; takes the place of an index of pynndescent."""

    _angular_trees = True

    def __init__(self, vectors: NDArray[np.float32]) -> None:
        self._unit = unit_vectors(vectors)

    def query(
        self, new: NDArray[np.float32], count: int, **_options: float
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the nearest of each new vector and their cosine distances, (n, count) each."""
        away = np.maximum(1 - unit_vectors(new) @ self._unit.T, 0)
        nearest = np.argsort(away, axis=1, kind="stable")[:, :count]
        return nearest.astype(np.int32), np.take_along_axis(away, nearest, axis=1)


def neighbours_of(count: int) -> int:
    """Return how many neighbours of each vector a map keeps: of few vectors, not all are neighbours."""
    return min(MOST_NEIGHBOURS, max(3, count // 3))


def fit(asked: Message) -> NDArray[np.floating]:
    """Return a point for each of `vectors`; `senses` are numbers of classes to be told, -1 for none."""
    return _finite(_map(asked).embedding_)


def place(asked: Message) -> NDArray[np.floating]:
    """Return a point for each of `new`, in the map of `vectors`."""
    return _finite(_map(asked).transform(asked.arrays["new"]))


def aligned(asked: Message) -> NDArray[np.floating]:
    """Return the points of the same things for each of `states`, near each other from one to the next."""
    from umap import AlignedUMAP

    states = asked.arrays["states"]
    layers, count = states.shape[:2]
    same = {number: number for number in range(count)}
    method = AlignedUMAP(
        n_neighbors=neighbours_of(count),
        n_components=asked.numbers["dimensions"],
        metric="cosine",
        random_state=asked.numbers["seed"],
        transform_seed=asked.numbers["seed"],
    )
    method.fit(list(states), relations=[same] * (layers - 1))
    return _finite(np.stack(method.embeddings_))


FITS: Final[dict[str, Callable[[Message], NDArray[np.floating]]]] = {
    "fit": fit,
    "place": place,
    "aligned": aligned,
}


def _map(asked: Message) -> Any:
    """Return the fitted map of a question, the one that is kept if it is the same."""
    from umap import UMAP

    vectors, senses = asked.arrays["vectors"], asked.arrays.get("senses")
    key = _digest(asked)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    count, neighbours = len(vectors), neighbours_of(len(vectors))
    told = {}
    if count > FEW:
        nearest, distances = cosine_neighbours(vectors, neighbours)
        told["precomputed_knn"] = (nearest.astype(np.int32), distances, _Neighbours(vectors))
    method = UMAP(
        n_neighbors=neighbours,
        n_components=asked.numbers["dimensions"],
        metric="cosine",
        n_epochs=_EPOCHS if count <= _MANY else _EPOCHS_OF_MANY,
        random_state=asked.numbers["seed"],
        n_jobs=1,
        **told,
    )
    _kept[key] = method.fit(vectors, senses)
    if len(_kept) > _MAPS_KEPT:
        _kept.popitem(last=False)
    return _kept[key]


def _digest(asked: Message) -> bytes:
    """Name the map of a question."""
    found = blake2b(repr(sorted(asked.numbers.items())).encode(), digest_size=16)
    for name in ("vectors", "senses"):
        if name in asked.arrays:
            found.update(name.encode() + repr(asked.arrays[name].shape).encode())
            found.update(np.ascontiguousarray(asked.arrays[name]).data)
    return found.digest()


def _finite(points: NDArray[np.floating]) -> NDArray[np.floating]:
    """Put points that have no neighbour at all into the middle; umap-learn leaves them out."""
    return np.nan_to_num(points, nan=0.0)
