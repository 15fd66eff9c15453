"""Results as files: CSV, JSON and NPZ, made when they are asked for."""

from __future__ import annotations

import csv
import io
import json

import numpy as np

from bertviz_core.results import AttentionMaps, MaskedWords


def attention_npz(maps: AttentionMaps) -> bytes:
    """Return every weight as float32 `(layers, heads, tokens, tokens)` with its tokens."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        weights=maps.weights,
        tokens=np.array(maps.encoding.tokens),
        segment_ids=maps.encoding.segment_ids,
        model=np.array(maps.model),
    )
    return file.getvalue()


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
