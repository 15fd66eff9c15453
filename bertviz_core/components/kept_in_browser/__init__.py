"""What this browser keeps by itself: a cookie that names it, and in this tab the sentence of the visit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from bertviz_core.server.visitor_cookie import COOKIE

_MOUNT = st.components.v2.component(
    "kept_in_browser",
    html="<span></span>",
    js=(Path(__file__).parent / "kept_in_browser.js").read_text(encoding="utf-8"),
)


def _rerun() -> None:
    """Let the next run go by the name that the browser already had."""


def keep_in_browser(
    token: str, sentence: Mapping[str, object] | None, *, on_sentence: Callable[[], None] = _rerun, key: str
) -> Any:
    """Let the browser keep a token for a year, unless it has one already, and a sentence while its tab lives.

    Two tabs that open at the same moment begin with a token each; the browser keeps that of the first. The
    sentence lies in the tab's session storage, which is sent to nobody, not even with a request. Where a
    browser refuses it, nothing is kept.

    Args:
        token: What to keep.
        sentence: As JSON; empty to forget it. None where this visit has none: the browser then tells the one
            that it kept, once, if it has one.
        on_sentence: Called at the beginning of the run in which the browser tells that.
        key: Key of the element in the session.

    Returns:
        `kept`: the token that the browser keeps instead, None where it is this one. `sentence`: what it told.
        Both may be whatever a browser sends.
    """
    return _MOUNT(
        data={"name": COOKIE, "token": token, "sentence": None if sentence is None else dict(sentence)},
        key=key,
        on_kept_change=_rerun,
        on_sentence_change=on_sentence,
    )
