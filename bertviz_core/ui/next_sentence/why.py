"""Where the answer about two sentences comes from: what each token adds, and who looks where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.next_sentence.why_attention import BetweenWords, attention_between_lines
from bertviz_core.results import AttentionBetween, Attribution
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.attribution_panel import (
    choose_parts,
    draw_bars,
    draw_scored_text,
    explain_attribution,
    offer_numbers,
    scored_parts,
)
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.next_sentence.pair_input import ask_pair
from bertviz_core.ui.next_sentence.why_files import between_csv, between_json
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import NEXT
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROUND_CHARTS = 290
"""Pixels of a window's height that everything but the pictures takes."""


def draw(engine: BertEngine) -> None:
    """Explain "is next" by the tokens of both sentences, and show the attention between them."""
    pair = ask_pair()
    if pair is None:
        return
    with st.spinner(_("Following the gradients…")):
        attribution = _attribution(engine, model_key(engine), *pair)
        between = _between(engine, model_key(engine), *pair)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(_title(attribution), anchor=False)
        parts = scored_parts(attribution, whole_words=choose_parts())
    draw_scored_text(parts)
    draw_bars(attribution, parts, other=ROUND_CHARTS)
    explain_attribution()
    st.subheader(_("Who looks where"), anchor=False)
    _draw_between(between)
    st.caption(
        _(
            "Attention: the mean of each layer's heads. It shows where information may come from, not "
            "how much of it decides. The answer is read at {cls} alone, after the last layer.",
            cls=literal(between.encoding.tokens[0]),
        )
    )
    offer_numbers(attribution, parts)
    if save_menu():
        save_as(_("Attention as CSV"), "attention_between.csv", between_csv(between))
        save_as(_("Attention as JSON"), "attention_between.json", between_json(between))
    offer_pages(NEXT, *pair)


def _title(attribution: Attribution) -> str:
    return _(
        "**Where the answer comes from.** Probability that B follows A: {probability}; "
        "with all words masked {baseline}.",
        probability=probability_text(attribution.probability),
        baseline=probability_text(attribution.baseline_probability),
    )


def _draw_between(between: AttentionBetween) -> None:
    cls = between.encoding.tokens[0]
    words = BetweenWords(
        cls=_("{cls} looks at", cls=cls),
        across=_("Each sentence looks at the other"),
        layer=_("Layer"),
        first="A",
        second="B",
        special=_("special tokens"),
        first_to_second="A → B",
        second_to_first="B → A",
    )
    figure = attention_between_lines(between, chart_style(), words)
    draw_growing(
        figure,
        "between_lines",
        room=Room(other=ROUND_CHARTS, growth=1.6),
        picture="attention_between",
        alt=_("Lines of the shares of attention, layer by layer"),
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _attribution(_engine: BertEngine, model: str, first: str, second: str) -> Attribution:
    return _engine.attribute_next_sentence(first, second)


@st.cache_resource(max_entries=200, show_spinner=False)
def _between(_engine: BertEngine, model: str, first: str, second: str) -> AttentionBetween:
    return _engine.attention_between(first, second)
