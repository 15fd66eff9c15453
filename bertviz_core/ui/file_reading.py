"""Fields that say how a file is to be read, where it was not found out rightly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st

from bertviz_core.training.data.encodings import OFFERED
from bertviz_core.training.data.separator_readings import SEPARATORS
from bertviz_core.ui.i18n import _, language

_ITSELF = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """What a visitor said about a file; None for what is to be found out."""

    encoding: str | None = None
    separator: str | None = None


FOUND_OUT = FileReading()


def file_reading(name: str) -> FileReading:
    """Return what the fields of a menu say."""
    return FileReading(
        encoding=_said(name, "encoding", tuple(OFFERED)),
        separator=_said(name, "separator", tuple(SEPARATORS)),
    )


def forget_file_reading(name: str) -> None:
    """Have everything found out again: another file came."""
    for field in ("encoding", "separator"):
        st.session_state.pop(_key(name, field), None)


def ask_file_reading(
    name: str, *, separator: bool = True, on_change: Callable[..., None], args: tuple[Any, ...] = ()
) -> None:
    """Draw the fields, small and beside each other.

    Args:
        name: Begins the session keys of the menu.
        separator: The file is a table.
        on_change: Called, before the page is drawn anew, when one of them was changed.
        args: What it is called with.
    """
    encoding_place, separator_place = st.columns(2)
    encoding_place.selectbox(
        _("Encoding"),
        [_ITSELF, *OFFERED],
        format_func=lambda code: OFFERED.get(code) or _("found out by itself"),
        key=_key(name, "encoding"),
        on_change=on_change,
        args=args,
        persist_state="session",
    )
    if separator:
        separator_place.selectbox(
            _("Separator"),
            [_ITSELF, *SEPARATORS],
            format_func=_separator_name,
            key=_key(name, "separator"),
            on_change=on_change,
            args=args,
            persist_state="session",
        )


def _separator_name(sign: str) -> str:
    names = {_ITSELF: _("found out by itself"), "\t": _("tab")}
    return names.get(sign, sign)


def _said(name: str, field: str, offered: tuple[str, ...]) -> str | None:
    """Return what a field holds, as far as it was offered: a browser can send anything."""
    chosen = st.session_state.get(_key(name, field))
    return chosen if isinstance(chosen, str) and chosen in offered else None


def _key(name: str, field: str) -> str:
    return f"{name}_file_{field}_{language()}"
