"""How the answer for a blank forms from layer to layer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.masked_words.layers import AnswerLayerWords, Measure, answer_layers_map
from bertviz_core.results import AnswerByLayer
from bertviz_core.ui.address import address
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.masked_words.layers_files import answer_layers_csv, answer_layers_json
from bertviz_core.ui.masked_words.question import ask_blanks, choose_blank
from bertviz_core.ui.rows import option_row
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

FOLLOWED = 10
MEASURES: tuple[Measure, ...] = ("probability", "rank")
ROOM = Room(other=290, growth=1.7)


def draw(engine: BertEngine, text: str) -> None:
    """Follow the first words of a blank through the layers."""
    chips_place, blank_place, choice_place = option_row([8, 4, 4])
    question = ask_blanks(engine, text, chips_place)
    if question is None:
        return
    with blank_place:
        blank = choose_blank(question, engine.info.mask_token or "")
    word = question.originals[blank] if blank < len(question.originals) else None
    answer = engine.answer_by_layer(question.text, blank=blank, top_k=FOLLOWED, word=word)
    answer = replace(answer, notes=question.notes)
    with choice_place:
        measure = _choose_measure()
    st.subheader(_forming(answer), anchor=False)
    words = AnswerLayerWords(layer=_("Layer"), input=_("Input"), probability=_("Probability"), rank=_("Rank"))
    figure = answer_layers_map(answer, chart_style(), words, measure=measure)
    draw_growing(
        figure,
        "answer_layers_map",
        room=ROOM,
        picture="answer_by_layer",
        alt=_("Map of layers by words: how probable each word is after every layer."),
    )
    st.markdown(
        _(
            "**How to read this.** The state of the blank after each layer goes through the masked-word head "
            "as if it were the last one. Columns are the words that come first in the end; beside each layer "
            "stands the word that this layer would answer. The head was trained on the last layer only, so "
            "an early row says what this head finds there, not all that the layer knows."
        )
    )
    if save_menu():
        save_as(_("Layers as CSV"), "answer_by_layer.csv", answer_layers_csv(answer))
        save_as(_("Layers as JSON"), "answer_by_layer.json", answer_layers_json(answer))


def _choose_measure() -> Measure:
    names = {"probability": _("Probability"), "rank": _("Rank")}
    named = address.get("measure")
    chosen = st.segmented_control(
        _("Colour by"),
        MEASURES,
        default=named if named in MEASURES else MEASURES[0],
        format_func=names.__getitem__,
        required=True,
        key="answer_layers_measure",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("measure", chosen, usual=MEASURES[0])
    return chosen


def _forming(answer: AnswerByLayer) -> str:
    """Say from which layer on the final first word stays in front, and where the hidden word ends."""
    ranks = answer.ranks[:, 0].tolist()
    since = len(ranks)
    while since > 0 and ranks[since - 1] == 1:
        since -= 1
    word = f"**{literal(answer.words[0].token)}**"
    if since == 0:
        told = _("“{word}” comes first from the input on.", word=word)
    else:
        told = _("“{word}” comes first from layer {layer} on.", word=word, layer=since)
    if answer.hidden:
        followed = answer.words[answer.hidden]
        told += " " + _(
            "The hidden word “{word}” ends at rank {rank}.",
            word=literal(followed.token),
            rank=number(followed.rank),
        )
    return told
