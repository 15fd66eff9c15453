"""The words nearest to one word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.vectors import word_neighbours
from bertviz_core.charts.history.vectors import neighbours_map
from bertviz_core.results import StaticVectors
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import json_text, save_as, save_menu
from bertviz_core.ui.history.vectors_about import draw_about
from bertviz_core.ui.history.vectors_files import near_csv, near_document
from bertviz_core.ui.history.vectors_sum import draw_bars, near_table
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

WORD_PARAMETER, _WORD = "word", "static_word"
_FIRST = {"es": "banco", "en": "bank", "pt": "banco"}


def draw_near(vectors: StaticVectors, places: Sequence[DeltaGenerator]) -> None:
    """Ask for a word and show its neighbours."""
    state = st.session_state
    if state.get("static_near_language") not in (None, vectors.language):
        state.pop(_WORD, None)
    state["static_near_language"] = vectors.language
    prefill(_WORD, WORD_PARAMETER, _FIRST[vectors.language])
    typed = places[0].text_input(_("Word"), key=_WORD, max_chars=40, persist_state="session") or ""
    link_popover({WORD_PARAMETER: typed})
    answer = word_neighbours(vectors, typed)
    near = answer.near
    st.subheader(
        _(
            "“{word}” lies nearest to “{first}”, “{second}” and “{third}”",
            word=literal(answer.word),
            first=literal(near.words[0]),
            second=literal(near.words[1]),
            third=literal(near.words[2]),
        ),
        anchor=False,
    )
    st.html("<style>.st-key-near_pictures .stColumn {min-width: min(100%, 280px)}</style>")
    with st.container(key="near_pictures"):
        map_place, bars_place = st.columns([7, 5], gap="small")
    with map_place:
        st.plotly_chart(
            neighbours_map(answer, chart_style()),
            key="static_near_map",
            config=picture_options("word_neighbours"),
            alt=_("A map: the word among the words nearest to it"),
        )
    with bars_place:
        draw_bars(near)
    st.markdown(
        _(
            "**How to read this.** Words that stand in like company get like vectors: “You shall know a word "
            "by the company it keeps” (Firth, 1957; Mikolov et al., 2013). “{word}” was read {count} times "
            "and has one vector for all of them, whatever it meant there: neighbours of several of its "
            "meanings may stand side by side. Rare words have neighbours by chance.",
            word=literal(answer.word),
            count=number(answer.count),
        )
    )
    with st.expander(_("All numbers"), icon=":material/table:"):
        near_table(near)
    draw_about(vectors)
    if save_menu():
        save_as(_("Nearest words as CSV"), "word_neighbours.csv", lambda: near_csv(near))
        document = {
            "vectors": vectors.language,
            "word": answer.word,
            "count": answer.count,
            "rank": answer.rank,
            "near": near_document(near),
        }
        save_as(_("Nearest words as JSON"), "word_neighbours.json", json_text(document))
