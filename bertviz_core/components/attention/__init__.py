"""The attention of a whole model in the browser: all heads as thumbnails, one head as a map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.server.served_scripts import served_script

_FOLDER = Path(__file__).parent

PAGE_PARTS = {
    "page": (_FOLDER / "standalone.html").read_text(encoding="utf-8"),
    "html": (_FOLDER / "view.html").read_text(encoding="utf-8"),
    "css": (_FOLDER / "view.css").read_text(encoding="utf-8"),
    "js": bundle_modules(_FOLDER / "index.js"),
}
"""What the browser writes the view's HTML file from: a page that is the component all over again."""

_MOUNT = st.components.v2.component(
    "attention_view",
    html=PAGE_PARTS["html"],
    css=PAGE_PARTS["css"],
    js=served_script("attention", f"const PAGE_PARTS = {json.dumps(PAGE_PARTS)};\n{PAGE_PARTS['js']}"),
)


def _rerun() -> None:
    """Let the next run answer what was asked for."""


def asked_layer(key: str) -> int | None:
    """Return the 0-based layer that the browser has just asked for, in the run that this brought about.

    Args:
        key: Key of the view in the session.
    """
    asked = st.session_state.get(key, {}).get("ask")
    return asked if isinstance(asked, int) else None


def attention_view(payload: bytes, *, key: str) -> tuple[int, int] | None:
    """Show attention and let the visitor walk through its heads.

    What the visitor chooses stands in the address, layer and head counted from 1. It asks the server for
    nothing, unless a layer was left out of a payload that would have been too large: see `asked_layer`.

    Args:
        payload: What `pack_payload` wrote.
        key: Key of the view in the session.

    Returns:
        The 0-based layer and head that were just opened in an overview, once.
    """
    spot = _MOUNT(data=payload, key=key, on_ask_change=_rerun, on_open_change=_rerun).open
    layer, head = (spot.get(name) if isinstance(spot, Mapping) else None for name in ("layer", "head"))
    return (layer, head) if isinstance(layer, int) and isinstance(head, int) else None
