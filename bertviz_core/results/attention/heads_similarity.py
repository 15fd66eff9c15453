"""Which heads do alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadSimilarity:
    """Distances between all heads over one input, and a flat map of them.

    Heads are numbered `layer * heads + head`; m of the n query tokens were compared.
    """

    model: str
    encoding: Encoding
    layers: int
    heads: int
    distances: NDArray[np.float32]  # (layers * heads, layers * heads)
    """Mean over the compared query tokens of the Jensen-Shannon divergence between the two heads' rows,
    in bits: 0 for equal rows, 1 for rows that share no token."""
    places: NDArray[np.float32]  # (layers * heads, 2)
    """Where the map puts each head; its distances are as close to `distances` as two dimensions allow."""
    queries: NDArray[np.int64]  # (m,)
    """Positions of the compared query tokens: all of them, or an even spread over a long input."""
    stress: float
    """Share of the distances that the map gets wrong (Kruskal's stress-1): 0 is a perfect map."""
