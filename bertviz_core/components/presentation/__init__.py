"""A key that leaves chart and answer alone on the page, larger: for those in the last row."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.server.served_scripts import served_script


@cache
def _mount() -> Any:
    here = Path(__file__).parent
    style = (here / "presentation.css").read_text(encoding="utf-8")
    script = (here / "presentation.js").read_text(encoding="utf-8")
    return st.components.v2.component(
        "presentation",
        html="<span></span>",
        js=served_script("presentation", f"const PRESENTATION_STYLE = {json.dumps(style)};\n{script}"),
    )


def offer_presentation(hint: str, *, key: str) -> None:
    """Let the key V hide what surrounds the answer, and V or Escape bring it back; the server is not asked.

    Args:
        hint: How to come back, shown meanwhile.
        key: Key of the element in the session.
    """
    _mount()(data={"hint": hint}, key=key)
