"""What a model says about tokens that were hidden or changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenGuesses:
    """The answers at n places of one input, in the order of the places."""

    best: NDArray[np.int64]  # (n,) id of the most probable token
    probability: NDArray[np.float32]  # (n,) of the right one
