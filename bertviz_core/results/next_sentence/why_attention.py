"""Where `[CLS]` and the two texts of a pair look, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.texts.encoding import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionBetween:
    """Shares of attention between the parts of a pair, in the mean of each layer's heads."""

    model: str
    encoding: Encoding
    cls_to_first: NDArray[np.float32]  # (layers,) with the next two, adds up to 1
    cls_to_second: NDArray[np.float32]  # (layers,)
    cls_to_special: NDArray[np.float32]  # (layers,) special tokens, itself too
    first_to_second: NDArray[np.float32]  # (layers,) mean over the first text's tokens
    second_to_first: NDArray[np.float32]  # (layers,) mean over the second text's tokens
