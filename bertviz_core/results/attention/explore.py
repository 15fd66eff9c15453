"""What every head attends to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionMaps:
    """Attention of every head over one input; rows are queries and sum to 1."""

    model: str
    encoding: Encoding
    weights: NDArray[np.float32]  # (layers, heads, query, key)
