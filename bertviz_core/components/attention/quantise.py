"""From the weights of one layer after another to the small arrays that a browser needs.

At 512 tokens the float32 weights of 12 x 12 heads are 151 MB. Taken layer by layer, what is kept is
compressed: the 16-bit weights of every layer of a shorter input; of a long one those of a single layer,
and one byte a thumbnail pixel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bertviz_core.components.attention.payload import (
    AttentionArrays,
    compressed,
    heads_at_once,
    layers_bytes,
)
from bertviz_core.results import Encoding

THUMBNAIL_SIDE = 64
"""Longest side of a thumbnail in pixels; shorter inputs get one pixel a token pair."""

WEIGHT_BYTES = 20 * 2**20
"""All layers travel at once up to this size before compression (256 tokens with 144 heads), one layer at a
time beyond it."""


class AttentionQuantiser:
    """Collects what the browser needs while layers come by.

    Args:
        encoding: The input of n tokens.
        layers: Number of layers that will come.
        heads: Heads of each.
    """

    def __init__(self, encoding: Encoding, layers: int, heads: int) -> None:
        n = len(encoding)
        self._encoding = encoding
        self._layers = layers
        self._heads = heads
        self._all_fit = n * n * heads * layers * 2 <= WEIGHT_BYTES
        positions = np.arange(n)
        apart = np.abs(positions[:, None] - positions[None, :]) > 1
        words = ~encoding.special
        self._linking = (apart & words[:, None] & words[None, :]).astype(np.float32)
        self._at_once = max(1, min(layers, heads_at_once(n) // heads))
        """Layers; those of a short text come together."""
        self._waiting: list[NDArray[np.float32]] = []
        self._linked = np.empty((min(heads * self._at_once, heads_at_once(n)), n, n), dtype=np.float32)
        self._strongest = -1.0
        self._start = (0, 0)
        self._thumbnails: list[NDArray[np.uint8]] = []
        self._weights: dict[int, bytes] = {}
        self._opening = b""
        """The layer to open with, not compressed as long as a better one may come."""

    def take(self, layer: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of one layer, `(heads, query, key)`."""
        self._waiting.append(weights)
        if len(self._waiting) == self._at_once or layer == self._layers - 1:
            waiting, self._waiting = self._waiting, []
            some = waiting[0][np.newaxis] if len(waiting) == 1 else np.stack(waiting)
            self._take_layers(layer + 1 - len(waiting), some)

    def _take_layers(self, first: int, weights: NDArray[np.float32]) -> None:
        """Take the weights of layers that follow one another, `(layers, heads, query, key)`."""
        opens_here = self._look_for_opening_head(first, weights)
        if self._all_fit:
            written = layers_bytes(weights, self._encoding.sequence_ids)
            self._weights |= {first + place: compressed(layer) for place, layer in enumerate(written)}
            return
        self._thumbnails += map(_thumbnails, weights)
        if opens_here:
            opening = self._start[0] - first
            (self._opening,) = layers_bytes(weights[opening : opening + 1], self._encoding.sequence_ids)

    def arrays(self) -> AttentionArrays:
        """Return what was collected, after the last layer."""
        opening, _ = self._start
        return AttentionArrays(
            encoding=self._encoding,
            layers=self._layers,
            heads=self._heads,
            weights=self._weights if self._all_fit else {opening: compressed(self._opening)},
            thumbnails=None if self._all_fit else compressed(np.stack(self._thumbnails).tobytes()),
            thumbnail_side=_blocks(len(self._encoding))[1],
            start=self._start,
        )

    def _look_for_opening_head(self, first: int, weights: NDArray[np.float32]) -> bool:
        """Remember the head that links words furthest: most weight between words that are not neighbours."""
        at_once, maps = len(self._linked), weights.reshape(-1, *weights.shape[2:])
        strongest = []  # in each row
        for start in range(0, len(maps), at_once):
            some = maps[start : start + at_once]
            linked = np.multiply(some, self._linking, out=self._linked[: len(some)])
            strongest.append(linked.max(axis=2))
        strength = np.concatenate(strongest).mean(axis=1)  # (layers * heads,)
        found = int(strength.argmax())
        if strength[found] <= self._strongest:
            return False
        layer, head = divmod(found, self._heads)
        self._strongest, self._start = float(strength[found]), (first + layer, head)
        return True


def _blocks(n: int) -> tuple[int, int]:
    """Return how many tokens a thumbnail pixel spans, and the thumbnail's side in pixels."""
    block = -(-n // THUMBNAIL_SIDE)
    return block, -(-n // block)


def _thumbnails(weights: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Shrink one layer `(heads, n, n)` to thumbnails; the strongest weight of a block stands for it."""
    heads, n, _ = weights.shape
    block, side = _blocks(n)
    # Queries first: whole rows are compared, which leaves little for the slower comparing inside of rows.
    rows = np.empty((heads, side, n), dtype=np.float32)
    pooled = np.empty((heads, side, side), dtype=np.float32)
    for pixel in range(side):
        weights[:, pixel * block : (pixel + 1) * block].max(axis=1, out=rows[:, pixel])
    for pixel in range(side):
        rows[:, :, pixel * block : (pixel + 1) * block].max(axis=2, out=pooled[:, :, pixel])
    return np.rint(pooled * 255).astype(np.uint8)
