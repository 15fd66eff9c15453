"""BertViz's own views, each in a frame that can reach neither the app nor anything outside."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.components.classic.document import ClassicDocument

_FOLDER = Path(__file__).parent

_MOUNT = st.components.v2.component(
    "classic_view",
    html='<div class="classic"></div>',
    css=".classic iframe { display: block; width: 100%; border: 0; border-radius: var(--st-base-radius); }",
    js=bundle_modules(_FOLDER / "index.js"),
)


def classic_view(document: ClassicDocument, *, title: str, key: str) -> None:
    """Show a document of BertViz.

    Args:
        document: What `head_document` or `model_document` made.
        title: What assistive technology reads out for the frame.
        key: Key of the view in the session.
    """
    _MOUNT(data={"document": document.html, "height": document.height, "title": title}, key=key)
