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

_STEPS = np.array([WEIGHT_STEPS], dtype=np.float32) * np.array(FACTORS, dtype=np.float32)
_BOUNDS = MUCH / 10.0 ** np.arange(len(FACTORS) - 1)

_CHUNK = 2**18
"""Weights that are worked on at once: a few heads, which stay in the processor's cache."""


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
    return compressed(layers_bytes(weights[np.newaxis], sequence_ids)[0])


def layers_bytes(weights: NDArray[np.float32], sequence_ids: NDArray[np.int64]) -> list[bytes]:
    """Write weights (layers, heads, query, key) in steps, each layer by itself; otherwise as `layer_block`.

    Layers of a short text are written together: a call of NumPy on one of them takes longer to begin than to
    end, and each of these calls gives Python's lock to another visitor.
    """
    layers, heads, n, _ = weights.shape
    maps = weights.reshape(-1, n, n)
    at_once = min(len(maps), heads_at_once(n))
    finer, steps = np.empty((at_once, n, n), dtype=np.float32), np.empty((at_once, n, n), dtype=np.uint16)
    planes = np.empty((2, len(maps), n, n), dtype=np.uint8)  # low bytes, high bytes
    choices = np.zeros((2, len(maps), n), dtype=np.uint8)
    texts = [_runs(np.flatnonzero(sequence_ids == text)) for text in (0, 1)]
    for first in range(0, len(maps), at_once):
        some = slice(first, first + at_once)
        taken = maps[some]
        scaled, whole = finer[: len(taken)], steps[: len(taken)]
        np.multiply(taken, np.float32(WEIGHT_STEPS), out=scaled)
        for keys, choice in zip(texts, choices[:, some], strict=True):
            _make_finer(taken, keys, scaled, choice)
        np.rint(scaled, out=scaled)
        np.copyto(whole, scaled, casting="unsafe")
        np.copyto(planes[0, some], whole, casting="unsafe")
        np.copyto(planes[1, some], np.right_shift(whole, 8, out=whole), casting="unsafe")
    of_layers = [slice(layer * heads, (layer + 1) * heads) for layer in range(layers)]
    return [planes[:, some].tobytes() + choices[:, some].tobytes() for some in of_layers]


def _make_finer(
    weights: NDArray[np.float32],
    keys: list[slice],
    scaled: NDArray[np.float32],
    choice: NDArray[np.uint8],
) -> None:
    """Make the steps of one text's keys finer where it gets little of a row, and write which were chosen."""
    if not keys:
        return
    shares = sum(weights[:, :, run].sum(axis=2) for run in keys)
    choice[:] = (np.asarray(shares)[..., None] < _BOUNDS).sum(axis=2)
    steps = _STEPS[choice][..., None]
    for run in keys:
        np.multiply(weights[:, :, run], steps, out=scaled[:, :, run])


def _runs(keys: NDArray[np.intp]) -> list[slice]:
    """Return the stretches of some positions: one for a text, unless special tokens stand inside it."""
    if not len(keys):
        return []
    if keys[-1] - keys[0] + 1 == len(keys):
        return [slice(keys[0], keys[-1] + 1)]
    return [slice(run[0], run[-1] + 1) for run in np.split(keys, np.flatnonzero(np.diff(keys) > 1) + 1)]


def heads_at_once(n: int) -> int:
    """Return how many maps of n tokens are worked on at once."""
    return max(1, _CHUNK // n**2)


def compressed(block: bytes) -> bytes:
    """Compress, looking for runs of equal bytes only.

    On weights that takes two thirds of the time that zlib's fastest level needs to look for more, and comes
    out a tenth smaller.
    """
    compressor = zlib.compressobj(1, strategy=zlib.Z_RLE)
    return compressor.compress(block) + compressor.flush()


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
