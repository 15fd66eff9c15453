"""The cookie that names this browser, kept by the browser itself."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

COOKIE = "bertscope_visitor"

_MOUNT = st.components.v2.component(
    "visitor_cookie",
    html="<span></span>",
    js=(Path(__file__).parent / "visitor_cookie.js").read_text(encoding="utf-8"),
)


def _rerun() -> None:
    """Let the next run go by the name that the browser already had."""


def keep_cookie(token: str, *, key: str) -> object:
    """Let the browser keep a token for a year, unless it keeps one already.

    Two tabs that open at the same moment begin with a token each; the browser keeps that of the first.

    Args:
        token: What to keep.
        key: Key of the element in the session.

    Returns:
        What the browser keeps instead, whatever it may be; None where it is the token.
    """
    return _MOUNT(data={"name": COOKIE, "token": token}, key=key, on_kept_change=_rerun).kept
