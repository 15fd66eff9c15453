"""From the weights of one layer after another to the small arrays that a browser needs.

At 512 tokens the float32 weights of 12 x 12 heads are 151 MB. Taken layer by layer, what is kept is
one byte a thumbnail pixel and, of a long input, the 16-bit weights of a single layer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.components.attention.payload import AttentionArrays
from bertviz_core.results import Encoding

THUMBNAIL_SIDE = 64
"""Longest side of a thumbnail in pixels; shorter inputs get one pixel a token pair."""

WEIGHT_BYTES = 6 * 2**20
"""All layers travel at once up to this size, one layer at a time beyond it."""


class AttentionQuantiser:
    """Collects what the browser needs while layers come by.

    Args:
        encoding: The input of n tokens.
        layers: Number of layers that will come.
        layer: 0-based layer to send when the input is too long to send all; the opening head's layer
            when None or out of range.
    """

    def __init__(self, encoding: Encoding, layers: int, *, layer: int | None = None) -> None:
        self._encoding = encoding
        self._layers = layers
        self._wanted = layer if layer is not None and 0 <= layer < layers else None
        positions = np.arange(len(encoding))
        apart = np.abs(positions[:, None] - positions[None, :]) > 1
        words = ~encoding.special
        self._linking = apart & words[:, None] & words[None, :]
        self._strongest = -1.0
        self._start = (0, 0)
        self._thumbnails: list[NDArray[np.uint8]] = []
        self._weights: dict[int, NDArray[np.uint16]] = {}

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of one layer, `(heads, query, key)`."""
        self._thumbnails.append(_thumbnails(weights))
        opens_here = self._look_for_opening_head(layer, weights)
        all_fit = weights.size * 2 * self._layers <= WEIGHT_BYTES
        if all_fit or layer == self._wanted or (self._wanted is None and opens_here):
            if not all_fit:
                self._weights.clear()
            self._weights[layer] = np.rint(weights * 65535).astype("<u2")

    def arrays(self) -> AttentionArrays:
        """Return what was collected, after the last layer."""
        sent = tuple(sorted(self._weights))
        return AttentionArrays(
            encoding=self._encoding,
            thumbnails=np.stack(self._thumbnails),
            weights=np.stack([self._weights[layer] for layer in sent]),
            sent_layers=sent,
            start=self._start,
        )

    def _look_for_opening_head(self, layer: int, weights: NDArray[np.float32]) -> bool:
        """Remember the head that links words furthest: most weight between words that are not neighbours."""
        strength = (weights * self._linking).max(axis=2).mean(axis=1)  # (heads,)
        head = int(strength.argmax())
        if strength[head] <= self._strongest:
            return False
        self._strongest, self._start = float(strength[head]), (layer, head)
        return True


def _thumbnails(weights: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Shrink one layer `(heads, n, n)` to thumbnails; the strongest weight of a block stands for it."""
    heads, n, _ = weights.shape
    block = -(-n // THUMBNAIL_SIDE)
    side = -(-n // block)
    padded = np.zeros((heads, side * block, side * block), dtype=np.float32)
    padded[:, :n, :n] = weights
    pooled = padded.reshape(heads, side, block, side, block).max(axis=(2, 4))
    return np.rint(pooled * 255).astype(np.uint8)
