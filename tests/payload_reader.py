"""A reader of the attention payload, written from its description and not from the browser's code."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest


def unpack(payload: bytes) -> tuple[dict[str, Any], dict[object, NDArray[Any]]]:
    """Return the header, and arrays by layer number (and `thumbnails`)."""
    length = int.from_bytes(payload[:4], "little")
    header = json.loads(payload[4 : 4 + length])
    n, heads, side, at = len(header["tokens"]), header["heads"], header["thumbnailSide"], 4 + length
    arrays: dict[object, NDArray[Any]] = {}
    for block in header["blocks"]:
        data = np.frombuffer(zlib.decompress(payload[at : at + block["bytes"]]), np.uint8)
        at += block["bytes"]
        if block["name"] == "layer":
            planes, choices = data[: 2 * heads * n * n], data[2 * heads * n * n :].reshape(2, heads, n)
            low, high = planes.reshape(2, heads, n, n).astype(np.int64)
            steps = np.full((heads, n, n), header["steps"])
            for key, text in enumerate(header["sentences"]):
                if text >= 0:
                    steps[:, :, key] *= np.array(header["factors"])[choices[text]]
            arrays[block["layer"]] = (low + 256 * high) / steps
        else:
            arrays[block["name"]] = data.reshape(header["layers"], heads, side, side)
    assert at == len(payload)
    return header, arrays


def attention_payloads(app: AppTest) -> list[bytes]:
    """Return what each attention view on a page was sent."""
    components = app.get("bidi_component")
    return [one.proto.bytes for one in components if one.proto.component_name == "attention_view"]
