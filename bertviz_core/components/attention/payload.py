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

from bertviz_core.results import Encoding


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


def pack_payload(arrays: AttentionArrays, header: dict[str, object]) -> bytes:
    """Write header and arrays as one block of bytes.

    Args:
        arrays: What `AttentionQuantiser` made.
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
