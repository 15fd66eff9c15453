"""The visitor's interface language and the function every visible string goes through."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from bertviz_core.locales import LANGUAGES, closest_language, fill, translate
from bertviz_core.ui.address import address
from bertviz_core.written_numbers import NumberStyle, number_style

LANGUAGE_KEY = "lang"
"""Session key and URL parameter of the language choice."""


_settled = threading.local()


def settle_language() -> None:
    """Look up the language once for the whole run that begins, in the thread of its visitor.

    A page asks for it hundreds of times, and nothing changes it before the next run of the whole page.
    Wherever it is not settled it is looked up.
    """
    _settled.language = _chosen_language()


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Speak a language in this thread, whoever asks, and afterwards the former one.

    Args:
        code: One of `LANGUAGES`.
    """
    former: str | None = getattr(_settled, "language", None)
    _settled.language = code
    try:
        yield
    finally:
        _settled.language = former


def language() -> str:
    """Return the interface language: chosen in the sidebar, named in the URL, or the browser's."""
    settled: str | None = getattr(_settled, "language", None)
    return settled or _chosen_language()


def _chosen_language() -> str:
    chosen = st.session_state.get(LANGUAGE_KEY) or address.get(LANGUAGE_KEY)
    return chosen if chosen in LANGUAGES else browser_language()


def browser_language() -> str:
    """Return the interface language closest to what the browser asks for."""
    return closest_language(st.context.locale)


def _(message: str, **fields: object) -> str:
    """Translate an English sentence and fill its `{fields}`."""
    text = translate(message, language())
    return fill(text, fields) if fields else text


def number(value: float, places: int | None = None) -> str:
    """Write a count or a measure the way the visitor's language does: 28,073 or 28.073.

    Args:
        value: What to write.
        places: Digits after the decimal sign; as many as are needed, three at most, when None.
    """
    return numbers().number(value, places)


def numbers() -> NumberStyle:
    """Return how the visitor's language writes numbers."""
    return number_style(language())
