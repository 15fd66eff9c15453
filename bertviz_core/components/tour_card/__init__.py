"""The card of a guided tour, its keys for whoever presents, and their second window."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.components.tour_card.selectors import SELECTORS
from bertviz_core.server.served_scripts import served_frame, served_script

__all__ = ["SELECTORS", "tour_card"]

_FOLDER = Path(__file__).parent


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _second_window() -> str:
    """Return the address of the presenter's second window, which runs its own script and no other."""
    script, style = _read("second_window_frame.js"), _read("second_window_frame.css")
    allowed = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    return served_frame(
        "presenter",
        f"<!doctype html><html><head>{head}<title></title><style>{style}</style></head>"
        f"<body><script>{script}</script></body></html>",
        f"default-src 'none'; script-src 'sha256-{allowed}'; style-src 'unsafe-inline'",
    )


@cache
def _mount() -> Any:
    source = bundle_modules(_FOLDER / "index.js")
    constants = f"const CARD_STYLE = {json.dumps(_read('card.css'))};\n"
    return st.components.v2.component(
        "tour_card", html="<span></span>", js=served_script("tour_card", constants + source)
    )


def tour_card(data: dict[str, Any], *, on_ask: Callable[[], None], key: str) -> Any:
    """Show the step of a tour beside the page, on every page alike; without a tour take the card away.

    The browser knows all steps and shows the next one at once; the server is asked once for its view.

    Args:
        data: What `ui/tour_card` writes; `tour` is None without one.
        on_ask: Called at the beginning of a run in which the browser asks for something.
        key: Key of the element in the session.

    Returns:
        `ask`: what the browser asks for; whatever a browser sends.
    """
    return _mount()(data=data | {"window": _second_window()}, key=key, on_ask_change=on_ask)
