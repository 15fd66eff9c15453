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
            low, high = data.reshape(2, -1).astype(np.uint16)
            arrays[block["layer"]] = (low + 256 * high).reshape(heads, n, n) / header["steps"]
        else:
            arrays[block["name"]] = data.reshape(header["layers"], heads, side, side)
    assert at == len(payload)
    return header, arrays


def attention_payloads(app: AppTest) -> list[bytes]:
    """Return what each attention view on a page was sent."""
    components = app.get("bidi_component")
    return [one.proto.bytes for one in components if one.proto.component_name == "attention_view"]
