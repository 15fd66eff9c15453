"""A reader of the attention payload, written from its description and not from the browser's code."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionPayload:
    """What the browser is sent for one text of n tokens."""

    header: dict[str, Any]
    weights: dict[int, NDArray[np.float64]]
    """(heads, query, key) by layer."""
    steps: dict[int, NDArray[np.int64]]
    """(heads, query, key) by layer: the steps between 0 and 1 in which the weights are written."""
    thumbnails: NDArray[np.uint8] | None
    """(layers, heads, side, side), where not all layers are there."""


def read_payload(payload: bytes) -> AttentionPayload:
    """Read a payload as `components/attention/payload` describes it; raises ValueError where it is not so."""
    length = int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4 : 4 + length])
    heads, side, at = header["heads"], header["thumbnailSide"], 4 + length
    weights, steps, thumbnails = {}, {}, None
    for block in header["blocks"]:
        data = np.frombuffer(zlib.decompress(payload[at : at + block["bytes"]]), np.uint8)
        at += block["bytes"]
        if block["name"] == "layer":
            weights[block["layer"]], steps[block["layer"]] = _read_layer(header, data)
        else:
            thumbnails = data.reshape(header["layers"], heads, side, side)
    if at != len(payload):
        raise ValueError("The payload is longer than its header says.")
    return AttentionPayload(header=header, weights=weights, steps=steps, thumbnails=thumbnails)


def _read_layer(
    header: dict[str, Any], data: NDArray[np.uint8]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    n, heads = len(header["tokens"]), header["heads"]
    planes, choices = data[: 2 * heads * n * n], data[2 * heads * n * n :].reshape(2, heads, n)
    low, high = planes.reshape(2, heads, n, n).astype(np.int64)
    steps = np.full((heads, n, n), header["steps"])
    for key, text in enumerate(header["sentences"]):
        if text >= 0:
            steps[:, :, key] *= np.array(header["factors"])[choices[text]]
    return (low + 256 * high) / steps, steps
