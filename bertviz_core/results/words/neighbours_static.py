"""The vocabulary entries whose static vectors are nearest to a word's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestWords:
    """Entries that begin a word, the nearest first; the word itself is left out."""

    word: str
    pieces: tuple[str, ...]
    """The word's own entries; its vector is the mean of their rows."""
    words: tuple[str, ...]
    cosines: NDArray[np.float32]
