"""The question that the views of the page share: a text, and which of its words are hidden."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import Encoding, Note
from bertviz_core.ui.address import address
from bertviz_core.ui.blank_reading import blank_reading, read_blanks
from bertviz_core.ui.blanks import hidden_words, hide_words, words_of
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words.word_chips import word_chips
from bertviz_core.ui.notices import encoding_notices, no_blank_hint

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine

BLANK_PARAMETER = "blank"
"""Which blank of several a view is about, in the address, from 1."""

NOTICES = "blank_notices"
"""Key of the place for what is told of a text."""

AROUND = 24
"""So many letters of the text are quoted on each side of a blank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankQuestion:
    """A text with at least one blank."""

    text: str
    """As it is read, with the mask token in the place of every blank, typed or clicked."""
    whole: Encoding
    """What is read of the text as it was typed, the clicked words still in it."""
    originals: tuple[str | None, ...]
    """What stood in each blank, in reading order; None where the visitor typed it."""
    notes: tuple[Note, ...] = ()
    """What was decided while it was read."""
    offers_ending: bool = False
    """The visitor has the choice how a blank at the end is read."""


def ask_blanks(engine: BertEngine, text: str, chips: DeltaGenerator) -> BlankQuestion | None:
    """Let the visitor hide words; without any blank say how to make one and return None.

    Args:
        engine: The model.
        text: As it was typed.
        chips: Where the words stand, to be clicked.
    """
    notices = st.container(key=NOTICES)
    typed = blank_reading(engine, text)
    whole = typed.encoding
    with notices:
        draw_decisions(typed.notes)
        encoding_notices(whole)
    mask_token = engine.info.mask_token or ""
    words = words_of(whole, mask_token)
    with chips:
        hidden = word_chips(words)
    masked = hide_words(whole.text, words, hidden, mask_token=mask_token)
    if not mask_token or mask_token not in masked:
        with notices:
            no_blank_hint(mask_token)
        return None
    originals = hidden_words(words, hidden)
    with notices:
        reading, offered = read_blanks(engine, masked, originals=originals)
    return BlankQuestion(
        text=reading.encoding.text,
        whole=whole,
        originals=originals,
        notes=(*typed.notes, *reading.notes),
        offers_ending=offered,
    )


def choose_blank(question: BlankQuestion, mask_token: str) -> int:
    """Let the visitor choose one of several blanks; return its number in reading order, from 0."""
    count = question.text.count(mask_token)
    named = (address.number(BLANK_PARAMETER) or 1) - 1
    if count == 1:
        address.put(BLANK_PARAMETER, "1", usual="1")
        return 0
    parts = question.text.split(mask_token)
    labels = [
        f"{number + 1}: … {_in_one_line(before[-AROUND:])} ▢ {_in_one_line(after[:AROUND])} …"
        for number, (before, after) in enumerate(pairwise(parts))
    ]
    chosen = st.selectbox(
        _("Blank"),
        range(count),
        index=named if named < count else 0,
        format_func=labels.__getitem__,
        key=f"masked_words_blank_{count}",
        persist_state="session",
    )
    address.put(BLANK_PARAMETER, str((chosen or 0) + 1), usual="1")
    return chosen or 0


def _in_one_line(text: str) -> str:
    """Return a text for a menu, which shows it as it is."""
    return " ".join(text.split())
