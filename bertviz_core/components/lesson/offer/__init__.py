"""The button that saves a lesson: the browser asks the server for the file, with what is typed by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.server.served_scripts import served_script

_FOLDER = Path(__file__).parent

_MOUNT = st.components.v2.component(
    "lesson_offer",
    html=(_FOLDER / "view.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "view.css").read_text(encoding="utf-8"),
    js=served_script("lesson-offer", bundle_modules(_FOLDER / "index.js")),
)


def lesson_button(
    words: Mapping[str, str],
    asked: Mapping[str, str],
    *,
    fields: Sequence[str],
    texts: Sequence[str],
    typed: Sequence[str],
) -> None:
    """Draw the button.

    Args:
        words: Its `label`, and `help` for its tip.
        asked: What the server is told beside the texts: `view` and `language` (`server/lesson_route`).
        fields: Session keys of the fields for the text and the second text.
        texts: What is saved while the fields hold what they held when these were read.
        typed: What they held.
    """
    data = {**words, "asked": dict(asked), "fields": fields, "texts": texts, "typed": typed}
    _MOUNT(data=data, key="lesson_offer", width="content")
