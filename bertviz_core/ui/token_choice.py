"""One token of the text, chosen by the visitor; its position stands in the address."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import Encoding
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, encoding_key


def choose_token(label: str, encoding: Encoding, *, parameter: str, default: int) -> int:
    """Offer the tokens of a text; return the position of the chosen one.

    The address counts for the text it came with; another text begins with the default.

    Args:
        label: Visible name of the choice.
        encoding: The text.
        parameter: Its name in the address.
        default: Position to begin with.
    """
    key, named = encoding_key(encoding), address.number(parameter)
    counts = address_counts(parameter, key)
    chosen = st.selectbox(
        label,
        range(len(encoding)),
        index=named if counts and named is not None and named < len(encoding) else default,
        format_func=lambda place: f"{encoding.labels[place]} ({place})",
        key=f"{parameter}_{key}",
        persist_state="session",
    )
    address.put(parameter, str(chosen))
    return chosen


def quoted_token(encoding: Encoding, place: int) -> str:
    """Return a token in quotation marks, so that a comma is not lost among others, and its position.

    It is Markdown.
    """
    return _("“{token}” ({position})", token=literal(encoding.labels[place]), position=place)


def last_word(encoding: Encoding) -> int:
    """Return the position of the last token with a letter or digit in it, or of the first token."""
    words = [
        place
        for place, (surface, special) in enumerate(zip(encoding.surfaces, encoding.special, strict=True))
        if not special and any(character.isalnum() for character in surface)
    ]
    return words[-1] if words else 0
