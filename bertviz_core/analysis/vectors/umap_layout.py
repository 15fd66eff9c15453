"""Uniform manifold approximation and projection (McInnes et al. 2018), in NumPy.

The reference implementation compiles itself for seconds in every process, takes 200 MB that a small server
does not have, and ends the process where two threads use it. The graph here is the same to the last digits
of float32; the layout takes the same steps, those of one epoch together instead of one after the other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

A, B = 1.57694, 0.89506
"""1 / (1 + A d^2B) fits a minimum distance of 0.1 and a spread of 1 between the points of the picture."""

REPULSIONS = 5
"""Points drawn by lot that push a point away, for each neighbour that pulls it."""

_LONGEST_STEP = 4.0
_TOLERANCE, _SEARCHES, _LEAST_WIDTH = 1e-5, 64, 1e-3
_TOGETHER = 8192
"""Edges at a time: what is at hand for them stays in the processor's cache."""


def neighbour_graph(nearest: NDArray[np.int64], distances: NDArray[np.float32]) -> sparse.coo_matrix:
    """Return how surely each pair of points are neighbours: the symmetric (n, n) fuzzy set of section 3.1.

    Args:
        nearest: The nearest points of each, (n, neighbours), itself first.
        distances: To those.
    """
    n, count = distances.shape
    positive = np.where(distances > 0, distances, np.inf).min(axis=1)
    closest = np.where(np.isfinite(positive), positive, 0)
    beyond = np.maximum(distances[:, 1:] - closest[:, np.newaxis], 0)
    means = np.where(closest > 0, distances.mean(axis=1), distances.mean())
    widths = np.maximum(_widths(beyond, np.log2(count)), _LEAST_WIDTH * means)
    sure = np.exp(-beyond / np.maximum(widths, np.finfo(np.float64).tiny)[:, np.newaxis])
    rows = np.repeat(np.arange(n), count - 1)
    directed = sparse.csr_matrix((sure.ravel(), (rows, nearest[:, 1:].ravel())), shape=(n, n))
    other = directed.T.tocsr()
    return (directed + other - directed.multiply(other)).tocoo()  # either direction, or both


def lay_out(
    graph: sparse.coo_matrix, start: NDArray[np.floating], *, epochs: int, seed: int
) -> NDArray[np.float32]:
    """Move points until neighbours lie near each other, and others do not; (n, dimensions).

    Args:
        graph: From `neighbour_graph`.
        start: Where the points begin, about 10 units wide.
        epochs: How often the surest neighbours pull; less sure ones do so less often.
        seed: Of the lots that are drawn.
    """
    random = np.random.default_rng(seed)
    often = graph.data >= graph.data.max() / epochs
    order = random.permutation(int(often.sum()))
    heads, tails = graph.row[often][order], graph.col[often][order]
    every = graph.data.max() / graph.data[often][order]  # epochs from one pull to the next
    following = every.copy()
    points = np.ascontiguousarray(start.T, dtype=np.float64)  # (dimensions, n)
    for epoch in range(epochs):
        due = np.flatnonzero(following <= epoch)
        following[due] += every[due]
        for part in np.array_split(due, -(-len(due) // _TOGETHER) or 1):
            points += (1 - epoch / epochs) * _step(points, heads[part], tails[part], random)
    return points.T.astype(np.float32)


def _widths(beyond: NDArray[np.floating], wanted: float) -> NDArray[np.float64]:
    """Find for each point the width by which its neighbours weigh `wanted` together, by bisection."""
    low, high = np.zeros(len(beyond)), np.full(len(beyond), np.inf)
    middle = np.ones(len(beyond))
    for _ in range(_SEARCHES):
        weight = np.exp(-beyond / middle[:, np.newaxis]).sum(axis=1)
        found = np.abs(weight - wanted) < _TOLERANCE
        if found.all():
            break
        high = np.where(~found & (weight > wanted), middle, high)
        low = np.where(~found & (weight <= wanted), middle, low)
        middle = np.where(found, middle, np.where(np.isinf(high), 2 * middle, (low + high) / 2))
    return middle


def _step(
    points: NDArray[np.float64],
    heads: NDArray[np.int32],
    tails: NDArray[np.int32],
    random: np.random.Generator,
) -> NDArray[np.float64]:
    """Return by how much the edges between heads and tails move all points, (dimensions, n)."""
    n = points.shape[1]
    apart = points[:, heads] - points[:, tails]
    square = (apart**2).sum(axis=0)
    power = square**B
    pull = -2 * A * B * power / np.where(square > 0, square, 1) / (1 + A * power)
    pulled = np.clip(pull * apart, -_LONGEST_STEP, _LONGEST_STEP)
    drawn = random.integers(n, size=(len(heads), REPULSIONS))
    apart = points[:, heads, np.newaxis] - points[:, drawn]  # (dimensions, edges, repulsions)
    square = (apart**2).sum(axis=0)
    push = 2 * B / ((0.001 + square) * (1 + A * square**B))
    pushed = np.clip(push * apart, -_LONGEST_STEP, _LONGEST_STEP).sum(axis=2)
    return np.stack(
        [
            np.bincount(heads, pulled[axis] + pushed[axis], n) - np.bincount(tails, pulled[axis], n)
            for axis in range(len(points))
        ]
    )
