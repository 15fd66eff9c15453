"""The visitor's interface language and the function every visible string goes through."""

from __future__ import annotations

import streamlit as st
from babel.numbers import format_decimal

from bertviz_core.locales import LANGUAGES, closest_language, translate

LANGUAGE_KEY = "lang"
"""Session key and URL parameter of the language choice."""


def language() -> str:
    """Return the interface language: chosen in the sidebar, named in the URL, or the browser's."""
    chosen = st.session_state.get(LANGUAGE_KEY) or st.query_params.get(LANGUAGE_KEY)
    return chosen if chosen in LANGUAGES else browser_language()


def browser_language() -> str:
    """Return the interface language closest to what the browser asks for."""
    return closest_language(st.context.locale)


def _(message: str, **fields: object) -> str:
    """Translate an English sentence and fill its `{fields}`."""
    text = translate(message, language())
    return text.format(**fields) if fields else text


def number(value: float) -> str:
    """Write a count or a measure the way the visitor's language does: 28,073 or 28.073."""
    return str(format_decimal(value, locale=language()))
