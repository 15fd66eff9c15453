"""Where `[CLS]` and the two texts of a pair look, layer by layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import AttentionBetween, Encoding

_PARTS = ("cls_to_first", "cls_to_second", "cls_to_special", "first_to_second", "second_to_first")


class AttentionBetweenCollector:
    """Takes the attention of a pair layer by layer and keeps five numbers of each."""

    def __init__(self, encoding: Encoding, *, model: str) -> None:
        """Take a pair as it is read; its first token, `[CLS]` or what stands for it, is followed."""
        self._encoding = encoding
        self._model = model
        self._rows: list[tuple[float, ...]] = []

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take one layer's weights (heads, query, key), in the order of the layers."""
        mean = weights.mean(axis=0)
        first, second = (self._encoding.sequence_ids == sequence for sequence in (0, 1))
        cls = mean[0]
        self._rows.append(
            (
                float(cls[first].sum()),
                float(cls[second].sum()),
                float(cls[self._encoding.special].sum()),
                float(mean[np.ix_(first, second)].sum(axis=1).mean()),
                float(mean[np.ix_(second, first)].sum(axis=1).mean()),
            )
        )

    def result(self) -> AttentionBetween:
        """Return the shares of all layers taken."""
        columns = np.array(self._rows, dtype=np.float32).T
        shares = {part: column.copy() for part, column in zip(_PARTS, columns, strict=True)}
        return AttentionBetween(model=self._model, encoding=self._encoding, **shares)
