"""Attention of a whole model as one block of bytes for the browser.

Layout: header length as little-endian uint32, header as UTF-8 JSON, then the blocks that the header
lists under `blocks`, each compressed (zlib). A block of `thumbnails` is uint8 `(layers, heads, side,
side)`, 255 standing for 1. A block of a `layer` holds its weights in steps as uint16 `(heads, query,
key)`, the low bytes of all of them before the high bytes, which compresses better; then, as uint8
`(2, heads, query)`, which of `FACTORS` makes the steps finer for the words of the first and of the
second text: what a row gives to a text may be little, and still be looked at alone, made to add up to 1.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Encoding

WEIGHT_STEPS = 10_000
"""Steps between 0 and 1: the page shows four decimals."""

FACTORS = (1, 11, 101, 1_001, 10_001, 100_001)
"""How many times finer. Odd, so that no step lies half way between two numbers of four decimals."""

MUCH = 0.25
"""Steps are not made finer for a text that gets at least so much of a row, ten times for a tenth of it …"""

_LEVEL = 1  # higher ones take twice the time for a twentieth less


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionArrays:
    """The quantised, compressed attention of one input: everything but words and wishes."""

    encoding: Encoding
    layers: int
    heads: int
    weights: dict[int, bytes]
    """Blocks by 0-based layer: of all layers, or of the opening head's where all would be too large."""
    thumbnails: bytes | None
    """Block of all heads, where the browser cannot make them because it does not get all layers."""
    thumbnail_side: int
    start: tuple[int, int]
    """0-based layer and head to open with."""


def layer_block(weights: NDArray[np.float32], sequence_ids: NDArray[np.int64]) -> bytes:
    """Compress the weights (heads, query, key) of one layer.

    Args:
        weights: Rows sum to 1.
        sequence_ids: (n,) 0 for the first text, 1 for the second, -1 for special tokens.
    """
    finer = np.full(weights.shape, WEIGHT_STEPS, dtype=np.float32)
    choices = np.zeros((2, *weights.shape[:2]), dtype=np.uint8)
    factors, bounds = np.array(FACTORS, dtype=np.float32), MUCH / 10.0 ** np.arange(len(FACTORS) - 1)
    for text, choice in enumerate(choices):
        keys = np.flatnonzero(sequence_ids == text)
        if len(keys):
            shares = weights[:, :, keys].sum(axis=2)
            choice[:] = (shares[..., None] < bounds).sum(axis=2)
            finer[:, :, keys] *= factors[choice][..., None]
    steps = np.rint(weights * finer).astype("<u2")
    planes = steps.reshape(-1, 1).view(np.uint8).T  # (2, weights): low bytes, high bytes
    return zlib.compress(planes.tobytes() + choices.tobytes(), _LEVEL)


def thumbnail_block(thumbnails: NDArray[np.uint8]) -> bytes:
    """Compress thumbnails (layers, heads, side, side)."""
    return zlib.compress(thumbnails.tobytes(), _LEVEL)


def pack_payload(arrays: AttentionArrays, header: dict[str, object], *, weights: dict[int, bytes]) -> bytes:
    """Write header and blocks as one block of bytes.

    Args:
        arrays: What `AttentionQuantiser` made.
        header: JSON values to send along: words of the interface, the view to open.
        weights: Blocks of the layers to send.
    """
    encoding = arrays.encoding
    blocks: list[tuple[dict[str, object], bytes]] = [
        ({"name": "layer", "layer": layer}, block) for layer, block in weights.items()
    ]
    if arrays.thumbnails is not None:
        blocks.append(({"name": "thumbnails"}, arrays.thumbnails))
    groups, words = word_groups(encoding)
    facts: dict[str, object] = {
        "layers": arrays.layers,
        "heads": arrays.heads,
        "steps": WEIGHT_STEPS,
        "factors": FACTORS,
        "text": encoding.text,
        "pair": encoding.pair,
        "tokens": encoding.tokens,
        "labels": encoding.labels,
        "special": encoding.special.tolist(),
        "unknown": encoding.unknown.tolist(),
        "segments": encoding.segment_ids.tolist(),
        "sentences": encoding.sequence_ids.tolist(),
        "wordOf": groups,
        "wordLabels": words,
        "thumbnailSide": arrays.thumbnail_side,
        "blocks": [facts | {"bytes": len(block)} for facts, block in blocks],
    }
    text = json.dumps(facts | header, ensure_ascii=False).encode()
    return len(text).to_bytes(4, "little") + text + b"".join(block for _, block in blocks)


def word_groups(encoding: Encoding) -> tuple[list[int], list[str]]:
    """Number the words of an input: for each token its word, and each word as it stands in the text.

    A special token is a word of its own.
    """
    groups: list[int] = []
    words: list[str] = []
    last: tuple[int, int] | None = None
    first = 0
    for index, label in enumerate(encoding.labels):
        word = (int(encoding.sequence_ids[index]), int(encoding.word_ids[index]))
        if encoding.special[index] or word != last:
            words.append(label)
            first = int(encoding.spans[index, 0])
        else:
            text = encoding.text if word[0] == 0 else encoding.pair or ""
            words[-1] = text[first : int(encoding.spans[index, 1])]
        last = None if encoding.special[index] else word
        groups.append(len(words) - 1)
    return groups, words
