"""The two tokens that a head links most, with which views of one head open."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def strongest_pair(weights: NDArray[np.float32], special: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the query and the key, different ordinary tokens, between which the weight is largest.

    Args:
        weights: Of one head, (query, key).
        special: Which tokens are special, (tokens,); where all others are one, these count too.
    """
    ordinary = ~special
    allowed = ordinary[:, np.newaxis] & ordinary & ~np.eye(len(ordinary), dtype=bool)
    link = np.where(allowed, weights, -1) if allowed.any() else weights
    query, key = np.unravel_index(int(link.argmax()), link.shape)
    return int(query), int(key)
