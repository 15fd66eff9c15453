"""What a static embedding makes of a word: one vector for each form, in every context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticForms:
    """The forms of a word among its occurrences, the most frequent first."""

    forms: tuple[str, ...]
    counts: tuple[int, ...]
    points: NDArray[np.float32]  # (forms, 2)
    cosine: float
    """The lowest between two occurrences of one form."""
