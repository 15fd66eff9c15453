"""The visitor's interface language and the function every visible string goes through."""

from __future__ import annotations

import streamlit as st
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

from bertviz_core.locales import LANGUAGES, closest_language, translate
from bertviz_core.ui.address import address

LANGUAGE_KEY = "lang"
"""Session key and URL parameter of the language choice."""


def language() -> str:
    """Return the interface language: chosen in the sidebar, named in the URL, or the browser's."""
    chosen = st.session_state.get(LANGUAGE_KEY) or address.get(LANGUAGE_KEY)
    return chosen if chosen in LANGUAGES else browser_language()


def browser_language() -> str:
    """Return the interface language closest to what the browser asks for."""
    return closest_language(st.context.locale)


def _(message: str, **fields: object) -> str:
    """Translate an English sentence and fill its `{fields}`."""
    text = translate(message, language())
    return text.format(**fields) if fields else text


def number(value: float, places: int | None = None) -> str:
    """Write a count or a measure the way the visitor's language does: 28,073 or 28.073.

    Args:
        value: What to write.
        places: Digits after the decimal sign; as many as are needed, three at most, when None.
    """
    pattern = None if places is None else f"#,##0.{'0' * places}"
    return str(format_decimal(value, pattern, locale=language()))


def separators() -> str:
    """Return the decimal sign and the sign between thousands, as Plotly reads them."""
    return get_decimal_symbol(language()) + get_group_symbol(language())
