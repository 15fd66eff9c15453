"""What comes next? Many candidates for sentence B, the most probable first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.charts.next_sentence.rank import next_rank_bars
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.next_sentence.answers import follow_probabilities
from bertviz_core.ui.next_sentence.rank_files import Ranked, rank_csv, rank_json
from bertviz_core.ui.next_sentence.rank_input import ask_candidates
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PICTURE_HEIGHT = 520
"""A longer list scrolls in its place."""

QUOTED = 60
"""So many letters of a sentence stand in the title."""

# The input needs some width; where there is less, the picture stands below it.
_STYLE = "<style>.st-key-rank > div > .stColumn, .st-key-rank .stColumn {min-width: min(100%, 300px)}</style>"


def draw(engine: BertEngine) -> None:
    """Rank candidates for B by the probability that each follows A."""
    st.html(_STYLE)
    with st.container(key="rank"):
        input_place, picture = st.columns([2, 3], gap="medium")
    with input_place:
        asked = ask_candidates()
    if asked is None:
        return
    first, given = asked
    with picture:
        engine.encode(first)  # what is wrong with A is said once, not for every candidate
        answers = follow_probabilities(engine, [(first, sentence) for sentence in given.sentences])
        ranked = rank_candidates(given.sentences, answers.tolist())
        _draw_ranking(ranked, unread=len(given.sentences) - len(ranked))
    st.markdown(
        _(
            "**How to read this.** Each candidate is read with A on its own: the bars do not add up to 1, "
            "and several can follow. The model mostly notices whether two sentences share a topic."
        )
    )
    if ranked:
        if save_menu():
            save_as(_("Ranking as CSV"), "next_sentences.csv", rank_csv(ranked))
            save_as(_("Ranking as JSON"), "next_sentences.json", rank_json(engine.info.id, first, ranked))


def rank_candidates(sentences: tuple[str, ...], is_next: list[float]) -> tuple[Ranked, ...]:
    """Put the most probable first, equal ones as they were given; leave out what could not be read."""
    rows = [Ranked(row, s, p) for row, (s, p) in enumerate(zip(sentences, is_next, strict=True), start=1)]
    return tuple(sorted((row for row in rows if not np.isnan(row.is_next)), key=lambda row: -row.is_next))


def _draw_ranking(ranked: tuple[Ranked, ...], *, unread: int) -> None:
    if ranked:
        best = ranked[0]
        cut = best.sentence if len(best.sentence) <= QUOTED else f"{best.sentence[:QUOTED].rstrip()} …"
        st.subheader(
            _(
                "Most probable after A: “{sentence}”, {probability}",
                sentence=literal(cut),
                probability=probability_text(best.is_next),
            ),
            anchor=False,
        )
    if unread:
        st.warning(
            _(
                "Left out, because they are too long for the model together with A, or it knows nothing of "
                "them: {count}.",
                count=number(unread),
            ),
            icon=":material/info:",
        )
    if not ranked:
        return
    figure = next_rank_bars(
        [row.sentence for row in ranked],
        [row.is_next for row in ranked],
        chart_style(),
        axis=_("Probability that it follows"),
    )
    height = figure.layout.height
    with st.container(height=PICTURE_HEIGHT if height > PICTURE_HEIGHT else "content", border=False):
        st.plotly_chart(
            figure,
            key="rank_bars",
            config=picture_options("next_sentences"),
            alt=_("Bar chart of the candidates by the probability that they follow"),
        )
