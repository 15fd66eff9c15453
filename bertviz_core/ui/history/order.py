"""Reading in order, reading at once: how far a word reaches in two LSTMs and in BERT."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.history.order import OrderWords, influence_lines
from bertviz_core.results import OrderInfluence
from bertviz_core.ui.address import carry_address
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.history.order_about import draw_about, draw_general
from bertviz_core.ui.history.order_answers import order_influence
from bertviz_core.ui.history.order_files import offer_files
from bertviz_core.ui.history.order_input import ask_sentence
from bertviz_core.ui.i18n import LANGUAGE_KEY, _, number
from bertviz_core.ui.models import MODEL_KEY, current_engine
from bertviz_core.ui.number_table import number_table
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.text import literal
from bertviz_core.ui.views import ask_for_view
from bertviz_core.ui.visit_sentence import HISTORY
from bertviz_core.ui.written_numbers import percent

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_ROOM = Room(other=400, growth=1.6)
# On a phone the four names of the lines stand below each other.
_STYLE = "<style>@media (max-width: 640px) {div.st-key-order_lines_room {min-height: 440px}}</style>"
_SMALL = 0.1
"""Shares below it are written with a decimal."""


def draw() -> None:
    """Show how much a word of a sentence matters for the others, read in order and at once."""
    engine = current_engine()
    text, place = ask_sentence()
    answer = order_influence(engine, text, place)
    st.subheader(_said(engine, answer), anchor=False)
    st.html(_STYLE)
    draw_growing(
        influence_lines(answer, chart_style(), _words(engine)),
        "order_lines",
        room=_ROOM,
        picture="reading_in_order",
        alt=_("Lines: the influence of one word on every other, in two LSTMs and in the model"),
    )
    st.markdown(
        _(
            "**How to read this.** A line says how much the state of each word moves when the embedding of "
            "the dashed word does (norm of the gradient), the nearest being 100% (the mean of both where it "
            "has two neighbours). An LSTM hands one state on from word to word, and what was written into it "
            "fades (Bengio et al., 1994; "
            "Hochreiter & Schmidhuber, 1997); in a Transformer every word reads every other in one step "
            "(Vaswani et al., 2017). Dotted is the attention to the word, mean of all layers and heads: it "
            "says who looks, not what that changes."
        )
    )
    if answer.left_out:
        st.caption(_("Only the first {count} words are read.", count=number(len(answer))))
    draw_general()
    _offer_elmo()
    _attention(answer)
    draw_about()
    offer_pages(HISTORY, text)
    offer_files(answer)


def _said(engine: BertEngine, answer: OrderInfluence) -> str:
    """Say what is left of a word's influence on the farthest word."""
    far = answer.farthest
    after = far > answer.word
    found = {
        "count": number(abs(far - answer.word)),
        "word": literal(answer.words[answer.word]),
        "far": literal(answer.words[far]),
        "lstm": _share(float(answer.relative("rightwards" if after else "leftwards")[far])),
        "model": literal(engine.info.name),
        "share": _share(float(answer.relative("gradient")[far])),
    }
    if after:
        return _(
            "From “{word}” to “{far}”, at distance {count}, **{lstm}** of the influence on the nearest word "
            "is left in the LSTM and **{share}** in {model}",
            **found,
        )
    return _(
        "From “{word}” back to “{far}”, at distance {count}, **{lstm}** of the influence on the nearest word "
        "is left in the LSTM from right to left and **{share}** in {model}",
        **found,
    )


def _share(value: float) -> str:
    return percent(value, 1 if value < _SMALL else 0)


def _words(engine: BertEngine) -> OrderWords:
    model = engine.info.name
    return OrderWords(
        readings={
            "rightwards": _("LSTM, left to right"),
            "leftwards": _("LSTM, right to left"),
            "gradient": _("{model}: gradient", model=model),
            "attention": _("{model}: attention", model=model),
        },
        distance=_("Words, and their distance from the chosen one"),
        influence=_("Influence (nearest = 100%)"),
    )


def _offer_elmo() -> None:
    """Say what ELMo makes of two directions, and lead to the learned sum of layers."""
    st.markdown(
        _(
            "**Both directions.** Each LSTM knows one side of the word only. ELMo (Peters et al., 2018) puts "
            "the states of both side by side and takes a learned sum of its layers; BERT reads both sides in "
            "every layer (Devlin et al., 2019)."
        )
    )
    if st.button(
        _("The learned sum of layers in “Words in context”"),
        icon=":material/scatter_plot:",
        key="order_to_layers",
    ):
        ask_for_view("words", "layers")
        carry_address(LANGUAGE_KEY, MODEL_KEY)
        st.switch_page("words.py")


def _attention(answer: OrderInfluence) -> None:
    """List the attention of the farthest word to the chosen one."""
    far = answer.farthest
    with st.expander(
        _(
            "Attention of “{reader}” to “{word}”, layer by layer",
            reader=literal(answer.words[far]),
            word=literal(answer.words[answer.word]),
        )
    ):
        layer, mean, most = _("Layer"), _("Mean of the heads"), _("Largest of the heads")
        st.dataframe(
            number_table(
                {
                    layer: list(range(1, len(answer.attention_mean) + 1)),
                    mean: answer.attention_mean[:, far].astype(float),
                    most: answer.attention_max[:, far].astype(float),
                },
                {mean: 4, most: 4},
            ),
            hide_index=True,
        )
