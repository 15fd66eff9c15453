"""The page's address, written by the browser alone: it may change there without the server being asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_MOUNT = st.components.v2.component(
    "address",
    html="<span></span>",
    js=(Path(__file__).parent / "address.js").read_text(encoding="utf-8"),
)


def change_address(changes: Mapping[str, str | None], *, key: str) -> None:
    """Let the browser change parameters of its address; nothing is loaded anew.

    Args:
        changes: New values by parameter; None takes a parameter away.
        key: Key of the element in the session.
    """
    _MOUNT(data=dict(changes), key=key)
