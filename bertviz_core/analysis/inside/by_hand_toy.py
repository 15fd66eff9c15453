"""The steps of a layer of one head over a few small vectors, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import erf, softmax

EPSILON = 1e-12
"""Under the root of a LayerNorm, so that equal numbers do not divide by zero."""

Matrices = Mapping[str, Sequence[Sequence[float]]]


def toy_steps(matrices: Matrices, *, causal: bool = False) -> dict[str, NDArray[np.float64]]:
    """Compute each step (Vaswani et al. 2017, sections 3.1 to 3.3), without biases, γ = 1 and β = 0.

    Args:
        matrices: `x` (n, e), `wq`, `wk`, `wv` (e, d), `wo` (d, e), `w1` (e, wide), `w2` (wide, e).
        causal: No vector looks at those after it.

    Returns:
        Arrays of n rows by the names of the steps.
    """
    x, wq, wk, wv, wo, w1, w2 = (_array(matrices[name]) for name in ("x", "wq", "wk", "wv", "wo", "w1", "w2"))
    query, key, value = x @ wq, x @ wk, x @ wv
    scores = query @ key.T
    scaled = scores / np.sqrt(query.shape[1])
    masked = np.where(np.triu(np.ones_like(scaled), 1) * causal > 0, -np.inf, scaled)
    weights: NDArray[np.float64] = softmax(masked, axis=1)
    context = weights @ value
    joined = context @ wo
    residual = x + joined
    norm = _normed(residual)
    wide = norm @ w1
    activated = wide * (1 + erf(wide / np.sqrt(2))) / 2
    narrow = activated @ w2
    return {
        "x": x,
        "query": query,
        "key": key,
        "value": value,
        "scores": scores,
        "scaled": scaled,
        "mask": masked,
        "softmax": weights,
        "context": context,
        "join": joined,
        "residual": residual,
        "norm": norm,
        "widen": wide,
        "gelu": activated,
        "narrow": narrow,
        "residual2": norm + narrow,
        "norm2": _normed(norm + narrow),
    }


def _array(rows: ArrayLike) -> NDArray[np.float64]:
    return np.asarray(rows, dtype=np.float64)


def _normed(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    deviation = np.sqrt(rows.var(axis=1, keepdims=True) + EPSILON)
    normed: NDArray[np.float64] = (rows - rows.mean(axis=1, keepdims=True)) / deviation
    return normed
