"""One token of the text, chosen by the visitor; its position stands in the address."""

from __future__ import annotations

import hashlib

import streamlit as st

from bertviz_core.results import Encoding
from bertviz_core.ui.address import address


def choose_token(label: str, encoding: Encoding, *, parameter: str, default: int) -> int:
    """Offer the tokens of a text; return the position of the chosen one.

    The address counts for the text it came with; another text begins with the default.

    Args:
        label: Visible name of the choice.
        encoding: The text.
        parameter: Its name in the address.
        default: Position to begin with.
    """
    text = "\0".join((encoding.text, encoding.pair or "", *encoding.tokens))
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    same_text = st.session_state.get(f"{parameter}_text", digest) == digest
    named = address.get(parameter, "")
    position = int(named) if named.isascii() and named.isdigit() and len(named) < 5 else -1
    st.session_state[f"{parameter}_text"] = digest
    chosen = st.selectbox(
        label,
        range(len(encoding)),
        index=position if same_text and position in range(len(encoding)) else default,
        format_func=lambda place: f"{encoding.labels[place]} ({place})",
        key=f"{parameter}_{digest}",
        persist_state="session",
    )
    address[parameter] = str(chosen)
    return chosen


def last_word(encoding: Encoding) -> int:
    """Return the position of the last token with a letter or digit in it, or of the first token."""
    words = [
        place
        for place, (surface, special) in enumerate(zip(encoding.surfaces, encoding.special, strict=True))
        if not special and any(character.isalnum() for character in surface)
    ]
    return words[-1] if words else 0
