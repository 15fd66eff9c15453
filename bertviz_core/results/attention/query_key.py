"""What one head makes its weights from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryKey:
    """Queries and keys of one head over one input of n tokens, d dimensions each.

    `weights` is the softmax of `scores * scale` over the keys (Vaswani et al. 2017, section 3.2.1).
    """

    model: str
    encoding: Encoding
    layer: int
    """0-based."""
    head: int
    """0-based."""
    queries: NDArray[np.float32]  # (n, d)
    keys: NDArray[np.float32]  # (n, d)
    scores: NDArray[np.float32]  # (query, key): dot products
    scale: float
    weights: NDArray[np.float32]  # (query, key): rows sum to 1

    def products(self, query: int) -> NDArray[np.float32]:
        """Return the terms (n, d) of one query's dot products with every key."""
        terms: NDArray[np.float32] = self.queries[query] * self.keys
        return terms
