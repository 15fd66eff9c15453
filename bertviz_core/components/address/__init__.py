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


def change_address(
    changes: Mapping[str, str | None], *, page: str | None, visit: str, number: int, key: str
) -> None:
    """Let the browser change parameters of its address; nothing is loaded anew.

    Args:
        changes: New values by parameter; None takes a parameter away.
        page: Last part of the path of the page that they are for; None where it is not known. Whoever has
            left it meanwhile keeps the address of the other page.
        visit: Whose changes they are, since each visit counts anew.
        number: How many changes of this visit came before: elements of one run may start in any order, and
            of two that change the same parameter the later one counts.
        key: Key of the element in the session.
    """
    _MOUNT(data={"changes": dict(changes), "page": page, "visit": visit, "number": number}, key=key)
