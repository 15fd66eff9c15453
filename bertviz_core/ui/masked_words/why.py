"""Why the model puts a word into a blank: what each token adds to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import Attribution
from bertviz_core.ui.answers import masked_words, model_key
from bertviz_core.ui.attribution_panel import (
    choose_parts,
    draw_bars,
    draw_scored_text,
    explain_attribution,
    offer_numbers,
    scored_parts,
)
from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words.question import ask_blanks, choose_blank
from bertviz_core.ui.masked_words.why_word import OFFERED, choose_word
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROUND_CHART = 370
"""Pixels of a window's height that everything but the bars takes."""


def draw(engine: BertEngine, text: str) -> None:
    """Explain one word of one blank."""
    (chips_place,) = option_row([1])
    question = ask_blanks(engine, text, chips_place)
    if question is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="row_of_words"):
        blank_place, word_place, parts_place = (st.container(width="content") for _place in range(3))
    with blank_place:
        blank = choose_blank(question, engine.info.mask_token or "")
    answers = masked_words(engine, question.text, top_k=OFFERED, originals=question.originals)
    with word_place:
        word = choose_word(answers.masks[blank], question.text, blank=blank)
    if word is None:
        st.info(_("Write the word that you want explained."), icon=":material/info:")
        return
    with st.spinner(_("Following the gradients…")):
        attribution = _attribution(engine, model_key(engine), question.text, blank, word)
        attribution = replace(attribution, notes=question.notes)
    with parts_place:
        parts = scored_parts(attribution, whole_words=choose_parts())
    st.subheader(_title(attribution), anchor=False)
    draw_bars(attribution, parts, other=ROUND_CHART)
    draw_scored_text(parts)
    explain_attribution()
    offer_numbers(attribution, parts)


def _title(attribution: Attribution) -> str:
    return _(
        "**Why “{word}”?** Probability {probability}; with all words masked {baseline}.",
        word=literal(attribution.answer),
        probability=probability_text(attribution.probability),
        baseline=probability_text(attribution.baseline_probability),
    )


# An entry is a few kilobytes, and took up to some ten seconds.
@st.cache_resource(max_entries=200, show_spinner=False)
def _attribution(_engine: BertEngine, model: str, text: str, blank: int, word: str | int) -> Attribution:
    return _engine.attribute_masked_word(text, blank=blank, word=word)
