"""The stepper through one layer: every number on the way from states to states, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.components.bundle import bundle_modules
from bertviz_core.server.served_scripts import served_script

_FOLDER = Path(__file__).parent

_MOUNT = st.components.v2.component(
    "by_hand_view",
    html=(_FOLDER / "view.html").read_text(encoding="utf-8"),
    css=(_FOLDER / "view.css").read_text(encoding="utf-8"),
    js=served_script("by_hand", bundle_modules(_FOLDER / "index.js")),
)


def by_hand_view(picture: dict[str, Any], *, key: str) -> None:
    """Show the steps of a layer and let the visitor walk through them; the server is asked for nothing.

    Where the visitor is stands in the address.

    Args:
        picture: What `payload` wrote, with `id`, `locale`, `words`, `roles` and `address`.
        key: Key of the view in the session.
    """
    _MOUNT(data=picture, key=key)
