"""What an attention view on a page was sent."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from benchmarks.attention_payload import read_payload


def unpack(payload: bytes) -> tuple[dict[str, Any], dict[object, NDArray[Any]]]:
    """Return the header, and arrays by layer number (and `thumbnails`)."""
    read = read_payload(payload)
    arrays: dict[object, NDArray[Any]] = dict(read.weights)
    if read.thumbnails is not None:
        arrays["thumbnails"] = read.thumbnails
    return read.header, arrays


def attention_payloads(app: AppTest) -> list[bytes]:
    """Return what each attention view on a page was sent."""
    components = app.get("bidi_component")
    return [one.proto.bytes for one in components if one.proto.component_name == "attention_view"]
