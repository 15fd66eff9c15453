"""Distances between heads by what they attend to, and a flat map of them (Clark et al. 2019, section 6).

Clark et al. sum the Jensen-Shannon divergence over all tokens of a corpus; here it is the mean over
the tokens of one input, so that inputs of different length compare.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Encoding, HeadSimilarity

WORK = 500_000_000
"""Logarithms taken at most, half a second of one core: bounds the query tokens that are compared."""

FEWEST_QUERIES = 8
STEPS = 200
"""Rounds in which the map is made to fit better; it hardly moves after the first fifty."""

_SMALLEST = np.finfo(np.float32).tiny


class HeadRowsCollector:
    """Keeps some rows of every head while layers come by; hand `take` to `BertEngine.attention_layers`.

    Args:
        encoding: The input of n tokens.
        model: Id of the model.
        heads: Number of heads of all layers together.
    """

    def __init__(self, encoding: Encoding, *, model: str, heads: int) -> None:
        self._encoding = encoding
        self._model = model
        self._queries = _spread(len(encoding), heads)
        self._rows: list[NDArray[np.float32]] = []

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of one layer, `(heads, query, key)`."""
        self._rows.append(weights[:, self._queries])

    def result(self) -> HeadSimilarity:
        """Compare the heads, after the last layer."""
        distances = jensen_shannon(np.concatenate(self._rows))
        places, stress = flat_map(distances)
        return HeadSimilarity(
            model=self._model,
            encoding=self._encoding,
            layers=len(self._rows),
            heads=len(self._rows[0]),
            distances=distances.astype(np.float32),
            places=places.astype(np.float32),
            queries=self._queries,
            stress=stress,
        )


def jensen_shannon(rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the mean divergence between heads in bits, `(heads, heads)`.

    With H the entropy, the divergence of two rows p and q is `H((p + q) / 2) - (H(p) + H(q)) / 2`.

    Args:
        rows: What each head attends to, `(heads, query, key)`; every row sums to 1.
    """
    heads, queries, _ = rows.shape
    sums = np.zeros((heads, heads))
    for query in range(queries):
        of_query = np.ascontiguousarray(rows[:, query])  # (heads, key): small enough for the cache
        own = _entropy(of_query)
        for head in range(heads - 1):
            mixed = _entropy((of_query[head + 1 :] + of_query[head]) * np.float32(0.5))
            sums[head, head + 1 :] += mixed - (own[head] + own[head + 1 :]) / 2
    nats = np.maximum(sums + sums.T, 0) / queries
    return nats / np.log(2)


def flat_map(distances: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Return places `(points, 2)` whose distances come close to the given ones, and Kruskal's stress-1.

    Metric multidimensional scaling: the classical solution, then majorization (SMACOF, Borg & Groenen
    2005, chapter 8). There is no chance in it: equal distances make equal maps.
    """
    points = len(distances)
    places = _classical_scaling(distances)
    for _ in range(STEPS):
        ratio = np.divide(distances, apart := _apart(places), out=np.zeros_like(apart), where=apart > 0)
        transform = np.diag(ratio.sum(axis=1)) - ratio
        places = transform @ places / points
    error, size = ((_apart(places) - distances) ** 2).sum(), (distances**2).sum()
    return places, float(np.sqrt(error / size)) if size else 0.0


def _spread(tokens: int, heads: int) -> NDArray[np.int64]:
    """Choose the query tokens to compare: all, or an even spread that keeps the work bounded."""
    pairs = heads * (heads - 1) // 2
    affordable = max(FEWEST_QUERIES, WORK // max(pairs * tokens, 1))
    return np.unique(np.linspace(0, tokens - 1, min(tokens, affordable)).round().astype(np.int64))


def _entropy(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the entropy of each row of `(rows, key)` in nats; 0 ln 0 counts as 0."""
    return -np.einsum("rk,rk->r", rows, np.log(np.maximum(rows, _SMALLEST)))


def _classical_scaling(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the two principal axes of the centred squared distances (Torgerson 1952)."""
    squares = distances**2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1, keepdims=True) + squares.mean()
    values, vectors = np.linalg.eigh(-centred / 2)
    axes = np.zeros((len(distances), 2))  # a single head has one axis only
    for axis, (value, vector) in enumerate(zip(values[::-1][:2], vectors.T[::-1][:2], strict=True)):
        direction = -1 if vector[np.abs(vector).argmax()] < 0 else 1  # the solver chooses one by chance
        axes[:, axis] = direction * np.sqrt(max(value, 0)) * vector
    return axes


def _apart(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distances between all places, `(points, points)`."""
    return np.linalg.norm(places[:, None] - places[None, :], axis=-1)
