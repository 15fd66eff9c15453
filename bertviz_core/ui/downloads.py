"""Results as files: CSV, JSON and NPZ, made when they are asked for."""

from __future__ import annotations

import csv
import io
import json
import tempfile
import zipfile
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import Encoding, MaskedWords

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


def masked_words_csv(result: MaskedWords) -> str:
    """Return one line for every prediction of every blank."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["blank", "token_position", "rank", "token", "probability"])
    for number, mask in enumerate(result.masks, start=1):
        for p in mask.predictions:
            writer.writerow([number, mask.index, p.rank, p.token, f"{p.probability:.8f}"])
    return file.getvalue()


def masked_words_json(result: MaskedWords) -> str:
    """Return the predictions in the form the command line prints."""
    masks = [
        {
            "index": mask.index,
            "predictions": [{"token": p.token, "probability": p.probability} for p in mask.predictions],
        }
        for mask in result.masks
    ]
    return json.dumps({"model": result.model, "text": result.text, "masks": masks}, ensure_ascii=False)
