"""How far hidden states move when heads are switched off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenChange:
    """Hidden states of one input without some heads, against those of the whole model.

    Layer 0 is the input embedding, which no head touches; layer l is what the l-th layer gives.
    """

    model: str
    encoding: Encoding
    heads_off: tuple[tuple[int, int], ...]
    """0-based (layer, head), in order."""
    cosine_distance: NDArray[np.float32]  # (layers + 1, tokens) 1 - cosine, in [0, 2]
    relative_norm: NDArray[np.float32]  # (layers + 1, tokens) |without - with| / |with|
