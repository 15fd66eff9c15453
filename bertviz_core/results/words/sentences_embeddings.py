"""One vector for each sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.vectors.layer_strategies import Layers

Pooling = Literal["cls", "mean"]
"""The first token, or the mean of all tokens but the special ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceEmbeddings:
    """The vectors of n sentences."""

    model: str
    pooling: Pooling
    layers: Layers
    sentences: tuple[str, ...]
    """As they were read: composed letters (NFC)."""
    vectors: NDArray[np.float32]  # (n, dimension)
    cut: tuple[int, ...]
    """Numbers of the sentences of which the end did not fit into the model."""
    unknown: tuple[int, ...] = ()
    """Numbers of the sentences with a piece that the vocabulary lacks."""
