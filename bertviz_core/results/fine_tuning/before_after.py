"""What fine-tuning changed in a model: its attention, its vectors, its weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results.json_forms import FloatArray

WeightPart = Literal[
    "query",
    "key",
    "value",
    "attention_output",
    "attention_norm",
    "feed_forward_in",
    "feed_forward_out",
    "feed_forward_norm",
]
WEIGHT_PARTS: tuple[WeightPart, ...] = (
    "query",
    "key",
    "value",
    "attention_output",
    "attention_norm",
    "feed_forward_in",
    "feed_forward_out",
    "feed_forward_norm",
)
"""Of a layer, in the order in which a state passes them."""

OutsidePart = Literal["words", "positions", "segments", "embedding_norm", "projection", "pooler"]
OUTSIDE_PARTS: tuple[OutsidePart, ...] = (
    "words",
    "positions",
    "segments",
    "embedding_norm",
    "projection",
    "pooler",
)
"""Below and above the layers; a model has some of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionChange:
    """How far the attention of each head moved, over several texts."""

    before: str
    """Id of the pretrained model."""
    after: str
    """Id of the fine-tuned one."""
    texts: int
    divergence: FloatArray
    """(layers, heads) Jensen-Shannon divergence in bits, from 0 to 1; mean over tokens, then over texts."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held by the array."""
        return self.divergence.nbytes

    def ranked(self) -> list[tuple[int, int]]:
        """Return all heads (layer, head), 0-based, the most changed first; equal ones in their order."""
        order = np.argsort(-self.divergence, axis=None, kind="stable").tolist()
        heads = self.divergence.shape[1]
        return [divmod(number, heads) for number in order]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPlace:
    """A text, or a word of one, with its class."""

    text: str
    label: str
    pair: str | None = None
    word: tuple[int, int] | None = None
    """Character offsets of the word; None: the first token stands for the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChange:
    """The vectors of n texts or words after each layer, before and after; 0 is the input embedding."""

    before: str
    after: str
    places: tuple[LabelledPlace, ...]
    vectors: NDArray[np.float16]
    """(2, layers + 1, n, hidden)"""
    cosine: FloatArray
    """(layers + 1,) mean cosine of a vector before and the same one after."""
    silhouette: FloatArray
    """(2, layers + 1) mean silhouette of the classes by cosine; NaN where there is one class only."""

    @property
    def nbytes(self) -> int:
        """Return the bytes held by the arrays."""
        return self.vectors.nbytes + self.cosine.nbytes + self.silhouette.nbytes


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightChange:
    """How far weights moved: |after - before| / |before| by the Frobenius norm, biases with their matrix."""

    before: str
    after: str
    layers: int
    """Of the model; more than there are rows where layers share their weights."""
    parts: FloatArray
    """(rows, `WEIGHT_PARTS`)"""
    whole: FloatArray
    """(rows,) all weights of a layer together."""
    outside: dict[OutsidePart, float]
    """In the order of `OUTSIDE_PARTS`."""

    @property
    def shared(self) -> bool:
        """Tell whether layers share their weights."""
        return len(self.whole) < self.layers

    @property
    def still_rows(self) -> tuple[int, ...]:
        """Return the rows in which no weight moved."""
        return tuple(np.flatnonzero(self.whole == 0).tolist())
