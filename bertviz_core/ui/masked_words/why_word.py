"""The word that is explained in a blank: one of the model's first, the hidden one, or the visitor's own."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import MaskedWord
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, text_key
from bertviz_core.ui.written_numbers import probability_text

OFFERED = 5
ANSWER_PARAMETER = "answer"
"""In the address: a rank among the model's first words, or `hidden`."""

HIDDEN, OWN = "hidden", "own"


def choose_word(mask: MaskedWord, text: str, *, blank: int) -> str | int | None:
    """Let the visitor choose a word; None while a word of their own is not typed yet.

    Args:
        mask: The answers for the blank, with the hidden word as its candidate.
        text: The text with its blanks.
        blank: Number of the blank, from 0.

    Returns:
        The id of a vocabulary entry, or a word.
    """
    options = _options(mask)
    key = text_key(text, str(blank))
    named = address.get(ANSWER_PARAMETER) if address_counts(ANSWER_PARAMETER, key) else None
    chosen = st.segmented_control(
        _("Word to explain"),
        list(options),
        default=named if named in options and named != OWN else "1",
        format_func=options.__getitem__,
        required=True,
        key=f"explained_word_{key}",
        label_visibility="collapsed",
        persist_state="session",
    )
    # What a visitor types never enters the address by itself.
    address.put(ANSWER_PARAMETER, chosen or "1", usual="1")
    if chosen == OWN:
        address.pop(ANSWER_PARAMETER, None)
        word = st.text_input(_("Your word"), key="explained_own_word", persist_state="session")
        return (word or "").strip() or None
    if chosen == HIDDEN:
        return mask.candidates[0].word
    return mask.predictions[int(chosen or 1) - 1].token_id


def _options(mask: MaskedWord) -> dict[str, str]:
    """Name the words by what the address calls them; numbers keep equal ones apart."""
    options = {
        str(p.rank): f"{p.rank}. {literal(p.token)} {probability_text(p.probability)}"
        for p in mask.predictions[:OFFERED]
    }
    hidden = next((word for word in mask.candidates if word.rank and word.rank > OFFERED), None)
    if hidden and hidden.rank:
        probability = probability_text(hidden.probability)
        options[HIDDEN] = f"{number(hidden.rank)}. {literal(hidden.word)} {probability}"
    return options | {OWN: _("Another word")}
