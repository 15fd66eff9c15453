"""One head under a mask: which keys a query may see, and what becomes of its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding

Mask = Literal["full", "causal", "padding", "cross"]
MASKS: Final[tuple[Mask, ...]] = ("full", "causal", "padding", "cross")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MaskedAttention:
    """Scores and weights of one head over n tokens when every layer of the pass has one mask.

    `weights` is the softmax over the keys of `scores`, minus infinity in the place of those that are not
    `allowed` (Vaswani et al. 2017, section 3.2.3).
    """

    model: str
    encoding: Encoding
    """Of what was run: the mask `padding` adds padding tokens, which count as special."""
    layer: int
    """0-based."""
    head: int
    """0-based."""
    mask: Mask
    allowed: NDArray[np.bool_]  # (query, key)
    scores: NDArray[np.float32]  # (query, key): q·k / √d, before the mask
    weights: NDArray[np.float32]  # (query, key): rows sum to 1, exactly 0 where not allowed
    second: int | None
    """Of the mask `cross`, the first of the tokens that look at those before it; else None."""
    padding: int
    """How many of the last tokens are padding."""
