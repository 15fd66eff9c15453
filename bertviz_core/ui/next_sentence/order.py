"""The sentences of a paragraph: which follows which, and can their order be recovered?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.charts.next_sentence.order import sentence_order_map
from bertviz_core.results import SentenceOrder
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.next_sentence.order_examples import PARAGRAPH_EXAMPLES
from bertviz_core.ui.next_sentence.order_files import sentence_order_csv, sentence_order_json
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHUFFLE_PARAMETER = "shuffle"
"""Seed of the order in which the sentences are shown, in the address; none: as written."""

_SEED = "order_seed"
MOST_SEED = 9999
ROOM = Room(other=220, growth=1.5)

_STYLE = "<style>.st-key-order_pictures .stColumn {min-width: min(100%, 330px)}</style>"


def draw(engine: BertEngine) -> None:
    """Draw the matrix of "is next" over all pairs, beside the order that it makes most probable."""
    prefill("order_text", "paragraph", PARAGRAPH_EXAMPLES[language()])
    text_place, tools = st.columns([9, 4], vertical_alignment="bottom")
    text = text_place.text_area(
        _("Paragraph of 2 to 12 sentences"), height=92, key="order_text", persist_state="session"
    )
    with tools:
        seed = _choose_seed()
    link_popover({"paragraph": text or ""})
    sentences = split_sentences(text or "", language=language())
    with st.spinner(_("Asking about every pair…")):
        order = _order(engine, model_key(engine), sentences)
    shown = shuffled(len(sentences), seed)
    st.html(_STYLE)
    with st.container(key="order_pictures"):
        map_place, list_place = st.columns([3, 2], gap="medium")
    with map_place:
        _draw_map(order, shown)
    with list_place:
        _draw_recovered(order)
    _explain(seed)
    if save_menu():
        save_as(_("Pairs as CSV"), "sentence_order.csv", sentence_order_csv(order))
        save_as(_("Pairs as JSON"), "sentence_order.json", sentence_order_json(order))


def shuffled(count: int, seed: int) -> tuple[int, ...]:
    """Return an order of so many sentences that is not the written one; seed 0 is as written."""
    order = np.arange(count)
    random = np.random.default_rng(seed)
    while seed and (order == np.arange(count)).all():
        order = random.permutation(count)
    return tuple(order.tolist())


def _choose_seed() -> int:
    """Offer another shuffled order, and the written one; return the seed."""
    if _SEED not in st.session_state:
        named = address.number(SHUFFLE_PARAMETER) or 0
        st.session_state[_SEED] = named

    def shuffle(seed: int) -> None:
        st.session_state[_SEED] = seed

    seed: int = st.session_state[_SEED]
    with st.container(horizontal=True, gap="small"):
        st.button(
            _("Shuffle"),
            icon=":material/shuffle:",
            key="order_shuffle",
            on_click=shuffle,
            args=(seed % MOST_SEED + 1,),
        )
        st.button(_("As written"), key="order_as_written", on_click=shuffle, args=(0,), disabled=not seed)
    address.put(SHUFFLE_PARAMETER, str(seed), usual="0")
    return seed


def _draw_map(order: SentenceOrder, shown: tuple[int, ...]) -> None:
    heading = _("Rows: a sentence · columns: the one after it")
    figure = sentence_order_map(order, chart_style(), heading=heading, shown=shown)
    draw_growing(
        figure,
        "order_map_chart",
        room=ROOM,
        picture="sentence_order",
        alt=_("Map of the probability that the sentence of a column follows that of a row"),
    )


def _draw_recovered(order: SentenceOrder) -> None:
    """List the recovered order and say how close it is to the written one."""
    n = len(order.sentences)
    st.subheader(
        _(
            "{right} of {all} neighbours right; by chance {chance}",
            right=order.neighbours_right,
            all=n - 1,
            chance=number((n - 1) / n, places=1),
        ),
        anchor=False,
    )
    st.markdown("**" + _("The model's order") + "**")
    lines = []
    for place, sentence in enumerate(order.recovered):
        follows = place > 0 and order.recovered[place - 1] == sentence - 1
        mark = ":green[:material/check:] " if follows else ""
        lines.append(f"{place + 1}. **({sentence + 1})** {mark}{literal(order.sentences[sentence])}")
    st.markdown("\n".join(lines))
    st.caption(
        _("Kendall's tau {tau} (1: as written, 0: chance).", tau=number(order.kendall_tau, places=2))
        + " "
        + _(
            "Log probability of the path: {recovered} recovered, {given} as written.",
            recovered=number(order.score, places=3),
            given=number(order.given_score, places=3),
        )
    )


def _explain(seed: int) -> None:
    st.markdown(
        _(
            "**How to read this.** A cell is the probability, in percent, that the column's sentence comes "
            "right after the row's; the stronger its colour, the higher it ranks in its row. Framed: "
            "neighbours as written. Dot: neighbours in the model's order, the path through all sentences "
            "with the highest product of probabilities. Sentences keep the numbers of the text; a check "
            "means that the sentence before is the right one."
        )
    )
    notes = [
        _(
            "Next sentence prediction was trained to tell a neighbour from a sentence of elsewhere, not "
            "to tell which of two neighbours comes first. So it knows the topic better than the order; "
            "ALBERT replaced it by sentence order prediction for that reason (Lan et al., 2020)."
        )
    ]
    if seed:
        notes.append(
            _(
                "Shuffled: rows and columns stand in another order. The model reads two sentences at a time "
                "and never sees where they stand, so its order stays the same."
            )
        )
    st.caption(" ".join(notes))


@st.cache_resource(max_entries=50, show_spinner=False)
def _order(_engine: BertEngine, model: str, sentences: tuple[str, ...]) -> SentenceOrder:
    return _engine.sentence_order(sentences)
