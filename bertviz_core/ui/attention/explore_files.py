"""The attention of every head as a file."""

from __future__ import annotations

import tempfile
import zipfile
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Encoding

if TYPE_CHECKING:
    from bertviz_core import BertEngine


FULL_PRECISION_TOKENS = 128
"""Longer inputs are written as float16: in float32, 512 tokens would be 151 MB."""


def attention_npz(engine: BertEngine, encoding: Encoding) -> bytes:
    """Return every weight, `(layers, heads, tokens, tokens)`, with its tokens, as one NPZ file.

    The layers are written one by one as they come, to disk: at 512 tokens the file is 60 MB.

    Args:
        engine: The model.
        encoding: What it read; the same text is read again.
    """
    info, n = engine.info, len(encoding)
    kind = np.dtype(np.float32 if n <= FULL_PRECISION_TOKENS else np.float16)

    def write_layer(_: int, weights: NDArray[np.float32]) -> None:
        member.write(weights.astype(kind).tobytes())

    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, values in (
                ("tokens", np.array(encoding.tokens)),
                ("segment_ids", encoding.segment_ids),
                ("model", np.array(info.id)),
            ):
                with archive.open(f"{name}.npy", "w") as member:
                    np.lib.format.write_array(member, values, allow_pickle=False)
            with archive.open("weights.npy", "w", force_zip64=True) as member:
                shape = (info.layers, info.heads, n, n)
                header = {"descr": kind.str, "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(member, header)
                engine.attention_layers(encoding.text, encoding.pair, take=write_layer)
        file.seek(0)
        return file.read()
