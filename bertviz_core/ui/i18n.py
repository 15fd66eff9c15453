"""The visitor's interface language and the function every visible string goes through."""

from __future__ import annotations

import threading
from decimal import Decimal
from functools import cache

import streamlit as st
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

from bertviz_core.locales import LANGUAGES, closest_language, translate
from bertviz_core.ui.address import address

LANGUAGE_KEY = "lang"
"""Session key and URL parameter of the language choice."""


_settled = threading.local()


def settle_language() -> None:
    """Look up the language once for the whole run that begins, in the thread of its visitor.

    A page asks for it hundreds of times, and nothing changes it before the next run of the whole page.
    Wherever it is not settled it is looked up.
    """
    _settled.language = _chosen_language()


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
    return text.format(**fields) if fields else text


def number(value: float, places: int | None = None) -> str:
    """Write a count or a measure the way the visitor's language does: 28,073 or 28.073.

    Args:
        value: What to write.
        places: Digits after the decimal sign; as many as are needed, three at most, when None.
    """
    return write_number(value, places, language())


def write_number(value: float, places: int | None, code: str) -> str:
    """Write a number as a language does: as Babel would, in a tenth of the time.

    Args:
        value: What to write.
        places: As for `number`.
        code: One of `LANGUAGES`.
    """
    exact = Decimal(str(value))
    if not exact.is_finite():
        pattern = None if places is None else f"#,##0.{'0' * places}"
        return str(format_decimal(value, pattern, locale=code))
    text = f"{exact:,.{3 if places is None else places}f}"
    if places is None:
        text = text.rstrip("0").rstrip(".")
    return text.translate(_signs(code))


@cache
def _signs(code: str) -> dict[int, str]:
    """Return what stands in a language for the signs of Python's own format."""
    return {ord("."): get_decimal_symbol(code), ord(","): get_group_symbol(code)}


def separators() -> str:
    """Return the decimal sign and the sign between thousands, as Plotly reads them."""
    return get_decimal_symbol(language()) + get_group_symbol(language())
