"""Attention of a whole model as one block of bytes for the browser.

Layout, little endian: header length as uint32, header as UTF-8 JSON padded with spaces so that the
arrays begin at a multiple of 8, thumbnails as uint8 `(layers, heads, size, size)`, then weights as
uint16 `(layers sent, heads, n, n)`, where 65535 stands for 1.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import AttentionMaps, Encoding

THUMBNAIL_SIDE = 64
"""Longest side of a thumbnail in pixels; shorter inputs get one pixel a token pair."""

WEIGHT_BYTES = 6 * 2**20
"""All layers travel at once up to this size, one layer at a time beyond it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionArrays:
    """The quantised arrays of one input: everything but words and wishes."""

    encoding: Encoding
    thumbnails: NDArray[np.uint8]  # (layers, heads, side, side)
    weights: NDArray[np.uint16]  # (layers sent, heads, n, n)
    sent_layers: tuple[int, ...]
    """0-based numbers of the layers in `weights`, in their order."""
    start: tuple[int, int]
    """0-based layer and head to open with."""


def quantise_attention(maps: AttentionMaps, layer: int | None = None) -> AttentionArrays:
    """Quantise attention for the browser.

    Args:
        maps: Attention of every head.
        layer: 0-based layer to send when the input is too long to send all; the opening head's
            layer when None or out of range.
    """
    layers, heads, n, _ = maps.weights.shape
    start = opening_head(maps)
    if layers * heads * n * n * 2 <= WEIGHT_BYTES:
        sent = tuple(range(layers))
    else:
        sent = (layer if layer is not None and 0 <= layer < layers else start[0],)
    thumbnails = np.stack([_thumbnails(weights) for weights in maps.weights])
    weights = np.stack([np.rint(maps.weights[i] * 65535).astype("<u2") for i in sent])
    return AttentionArrays(
        encoding=maps.encoding, thumbnails=thumbnails, weights=weights, sent_layers=sent, start=start
    )


def _thumbnails(weights: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Shrink one layer `(heads, n, n)` to thumbnails; the strongest weight of a block stands for it."""
    heads, n, _ = weights.shape
    block = -(-n // THUMBNAIL_SIDE)
    side = -(-n // block)
    padded = np.zeros((heads, side * block, side * block), dtype=np.float32)
    padded[:, :n, :n] = weights
    pooled = padded.reshape(heads, side, block, side, block).max(axis=(2, 4))
    return np.rint(pooled * 255).astype(np.uint8)


def opening_head(maps: AttentionMaps) -> tuple[int, int]:
    """Find the head that links words furthest: most weight between words that are not neighbours."""
    positions = np.arange(len(maps.encoding))
    apart = np.abs(positions[:, None] - positions[None, :]) > 1
    words = ~maps.encoding.special
    pairs = apart & words[:, None] & words[None, :]
    # Layer by layer: one masked copy of all layers would be 150 MB at 512 tokens.
    strength = np.stack([(weights * pairs).max(axis=2).mean(axis=1) for weights in maps.weights])
    layer, head = np.unravel_index(int(strength.argmax()), strength.shape)
    return int(layer), int(head)


def pack_payload(arrays: AttentionArrays, header: dict[str, object]) -> bytes:
    """Write header and arrays as one block of bytes.

    Args:
        arrays: What `quantise_attention` made.
        header: JSON values to send along: words of the interface, the view to open.
    """
    encoding = arrays.encoding
    layers, heads, side, _ = arrays.thumbnails.shape
    facts: dict[str, object] = {
        "layers": layers,
        "heads": heads,
        "tokens": encoding.tokens,
        "labels": encoding.labels,
        "special": encoding.special.tolist(),
        "unknown": encoding.unknown.tolist(),
        "segments": encoding.segment_ids.tolist(),
        "thumbnailSide": side,
        "sentLayers": arrays.sent_layers,
    }
    text = json.dumps(facts | header, ensure_ascii=False).encode()
    text += b" " * (-(4 + len(text)) % 8)
    thumbnails = arrays.thumbnails.tobytes()
    thumbnails += b"\0" * (-len(thumbnails) % 8)
    return len(text).to_bytes(4, "little") + text + thumbnails + arrays.weights.tobytes()
