"""Which single head matters most for an answer: each of them switched off alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd
import streamlit as st

from bertviz_core.charts.attention.off_effects import head_effects_map
from bertviz_core.errors import BertScopeError
from bertviz_core.results import HeadEffects
from bertviz_core.ui.attention.answers import masked_word_effects, next_sentence_effects
from bertviz_core.ui.attention.off_files import head_effects_csv, head_effects_json
from bertviz_core.ui.attention.off_switches import switch_off_only
from bertviz_core.ui.attention.off_word import MaskedInput, hidden_candidate
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.head_names import Head, head_code
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text, signed

if TYPE_CHECKING:
    from bertviz_core import BertEngine

CHEAP_TOKENS = 32
"""Up to this length the ranking is asked for in one piece, and is made without being asked for."""

LISTED, TABLE_HEIGHT = 10, 365
"""Heads in the table, and the pixels they take with the heading."""

ROOM = Room(other=330, growth=2)

Question = Literal["word", "next"]


def ranking(engine: BertEngine, asked: MaskedInput, *, question: Question) -> HeadEffects:
    """Switch off each head alone, of a long text layer by layer with a bar that says how far it is.

    Args:
        engine: The whole model.
        asked: The text or pair.
        question: Whether the first blank's word is followed, the hidden one if the vocabulary has it, or
            that the second sentence is the next one.
    """
    every = tuple(range(engine.info.layers))
    step = len(every) if len(engine.encode(asked.text, asked.pair)) <= CHEAP_TOKENS else 1
    hidden = hidden_candidate(engine, asked) if question == "word" else None
    word = hidden.word if hidden else None
    place = st.empty()
    parts = []
    for start in range(0, len(every), step):
        layers = every[start : start + step]
        if question == "word":
            parts.append(masked_word_effects(engine, asked.text, pair=asked.pair, word=word, layers=layers))
        else:
            parts.append(next_sentence_effects(engine, asked.text, pair=asked.pair or "", layers=layers))
        place.progress((layers[-1] + 1) / len(every), text=_("Switching off each head alone"))
    place.empty()
    return replace(parts[0], layers=every, without=np.concatenate([part.without for part in parts]))


def questions_of(engine: BertEngine, asked: MaskedInput) -> dict[Question, str]:
    """Name the questions whose answer can be followed, the first one first."""
    questions: dict[Question, str] = {}
    if asked.has_blank:
        questions["word"] = _("Masked word")
    if asked.pair is not None and engine.info.has_nsp_head:
        questions["next"] = _("Next sentence")
    return questions


def show_ranking(engine: BertEngine, asked: MaskedInput) -> None:
    """Draw the effect of every head on the blank, or on the next sentence."""
    questions = questions_of(engine, asked)
    if not questions:
        st.caption(_("Hide a word, or write a second sentence, to see what each head does to the answer."))
        return
    question = next(iter(questions))
    if len(questions) > 1:
        question = st.segmented_control(
            _("Answer"), list(questions), default=question, format_func=questions.__getitem__,
            required=True, key="head_ranking_question", persist_state="session",
        )  # fmt: skip
    try:
        effects = ranking(engine, asked, question=question)
    except BertScopeError as error:
        show_error(error)
        return
    _draw(engine, effects)


def _draw(engine: BertEngine, effects: HeadEffects) -> None:
    best = effects.ranked()[0]
    words, button = st.columns([3, 1], vertical_alignment="center")
    words.markdown(_best_line(effects, best))
    button.button(
        _("Switch off {head}", head=head_code(best)),
        key="head_ranking_best",
        on_click=switch_off_only,
        args=(engine.info, best),
        width="stretch",
    )
    picture, table = st.columns([2, 1])
    measure = _("Change of probability")
    figure = head_effects_map(
        effects, chart_style(), words={"layer": _("Layer"), "head": _("Head"), "measure": measure}
    )
    with picture:
        draw_growing(
            figure,
            "head_effects_map",
            room=ROOM,
            picture="head_effects",
            alt=_("Map of the change of probability without each head alone"),
        )
    with table:
        listed = effects.ranked()[:LISTED]
        frame = pd.DataFrame(
            {
                "head": [head_code(head) for head in listed],
                "change": [float(effects.without[head]) - effects.probability for head in listed],
            }
        )
        st.dataframe(
            frame.style.format(partial(signed, places=4), subset=["change"]),
            column_config={
                "head": st.column_config.TextColumn(_("Head"), width=50),
                "change": st.column_config.NumberColumn(_("Change"), width=80),
            },
            hide_index=True,
            height=TABLE_HEIGHT,
        )
    if save_menu():
        save_as(_("Ranking as CSV"), "head_effects.csv", head_effects_csv(effects))
        save_as(_("Ranking as JSON"), "head_effects.json", head_effects_json(effects))


def _best_line(effects: HeadEffects, best: Head) -> str:
    """Say which head matters most, and how."""
    fields = {
        "head": head_code(best),
        "before": probability_text(effects.probability),
        "after": probability_text(float(effects.without[best])),
    }
    if effects.answer:
        return _(
            "Head {head} matters most: without it “{word}” goes from {before} to {after}.",
            word=f"**{literal(effects.answer)}**",
            **fields,
        )
    return _(
        "Head {head} matters most: without it the probability that the second sentence follows goes from "
        "{before} to {after}.",
        **fields,
    )
