"""The attention of a whole model in the browser: all heads as thumbnails, one head as a map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from bertviz_core.components.bundle import bundle_modules

_FOLDER = Path(__file__).parent

_MOUNT = st.components.v2.component(
    "attention_view",
    html=(_FOLDER / "view.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "view.css").read_text(encoding="utf-8"),
    js=bundle_modules(_FOLDER / "index.js"),
)


def _ignore() -> None:
    """Accept a state change that the next run reads from the session."""


def attention_view(payload: bytes, *, key: str, on_open: Callable[[], None] = _ignore) -> None:
    """Show attention and let the visitor walk through its heads.

    Args:
        payload: What `pack_payload` wrote.
        key: Key in the session; `wanted_layer(key)` and `opened_head(key)` read what was asked.
        on_open: Called when a head of an overview is opened.
    """
    _MOUNT(data=payload, key=key, on_layer_change=_ignore, on_open_change=on_open)


def wanted_layer(key: str) -> int | None:
    """Return the 0-based layer the browser asked for because it was not sent yet."""
    layer = st.session_state.get(key, {}).get("layer")
    return int(layer) if isinstance(layer, int | float) else None


def opened_head(key: str) -> tuple[int, int] | None:
    """Return the 0-based layer and head that were just opened, inside the `on_open` callback."""
    spot = st.session_state.get(key, {}).get("open")
    return (int(spot["layer"]), int(spot["head"])) if spot else None
