"""How a text with blanks is read on a page: what was decided, and a switch to the literal answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.texts.input_text import is_sign
from bertviz_core.results import BlankReading
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ENDING_PARAMETER = "ending"
"""How a blank at the end is read, in the address: `literal`, or as if the sentence ended."""
_LITERAL = "literal"
_SWITCH = "blank_ending_literal"


def read_blanks(
    engine: BertEngine, text: str, pair: str | None = None, *, originals: tuple[str | None, ...] = ()
) -> tuple[BlankReading, bool]:
    """Return what is read of a text or pair whose blanks are asked about, and say what was decided.

    A sign that was hidden by a click is asked about as it stands.

    Args:
        engine: The model.
        text: The text with its blanks.
        pair: A second one.
        originals: What stood in each blank of the text, None where it was typed.

    Returns:
        The reading, and whether the visitor was given the choice how a blank at the end is read.
    """
    as_it_stands = blank_reading(engine, text, pair)
    reading, offered = as_it_stands, False
    if not (originals and is_sign(originals[-1] or "")):
        reading = blank_reading(engine, text, pair, end_sentence=True)
        offered = reading.ended
    if not offered:
        address.pop(ENDING_PARAMETER, None)
    elif _choose_literal(reading):
        reading = as_it_stands
    draw_decisions([note for note in reading.notes if note.kind != "sentence_end"])
    return reading, offered


def reads_literally() -> bool:
    """Tell whether the visitor has a blank at the end read as it stands."""
    return address.get(ENDING_PARAMETER) == _LITERAL


def blank_reading(
    engine: BertEngine, text: str, pair: str | None = None, *, end_sentence: bool = False
) -> BlankReading:
    """Return what is read, without a word."""
    return _blank_reading(engine, model_key(engine), (text, pair), end_sentence)


def read_beside(engine: BertEngine, text: str, *, offered: bool) -> BlankReading:
    """Return what is read of a text that is compared with another one.

    Args:
        engine: The model.
        text: The text.
        offered: The choice how a blank at the end is read was given for the other one, and holds for both.
    """
    if not offered:
        return read_blanks(engine, text)[0]
    reading = blank_reading(engine, text, end_sentence=True)
    return blank_reading(engine, text) if reading.ended and st.session_state.get(_SWITCH) else reading


def _choose_literal(reading: BlankReading) -> bool:
    """Say in one line how a blank at the end is read, and offer the other way."""
    note = next(note for note in reading.notes if note.kind == "sentence_end")
    with st.container(horizontal=True, vertical_alignment="center"):
        line = st.empty()
        as_it_stands = st.toggle(
            _("Read it as it stands"),
            value=address.get(ENDING_PARAMETER) == _LITERAL,
            key=_SWITCH,
            persist_state="session",
        )
    fields = {name: literal(str(value)) for name, value in note.fields.items()}
    if as_it_stands:
        line.caption(
            _(
                "The text ends with a blank, and the model expects “{sign}” there rather than a word.",
                sign=fields["sign"],
            )
        )
    else:
        line.caption(_(note.template, **fields))
    address.put(ENDING_PARAMETER, _LITERAL if as_it_stands else "", usual="")
    return as_it_stands


# An entry is a few kilobytes.
@st.cache_resource(max_entries=200, show_spinner=False)
def _blank_reading(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], end_sentence: bool
) -> BlankReading:
    return _engine.read_blanks(*texts, end_sentence=end_sentence)
