"""BertViz's own views, each in a frame that can reach neither the app nor anything outside."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.components.classic.document import ClassicDocument
from bertviz_core.server.served_scripts import served_frame

_FOLDER = Path(__file__).parent

# Documents are written into a frame of an address of its own: one without would be bound to the policy of the
# page, which runs no inline scripts. Each document narrows this policy to its own scripts.
_FRAME = served_frame(
    "classic-frame",
    '<!doctype html><meta charset="utf-8"><script>'
    + (_FOLDER / "written_frame.js").read_text(encoding="utf-8")
    + "</script>",
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; sandbox allow-scripts",
)

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
    data = {"document": document.html, "height": document.height, "title": title, "frame": _FRAME}
    _MOUNT(data=data, key=key)
