"""Which occurrences of a word are alike, and which other words are near it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.cosine_neighbours import neighbours_alike
from bertviz_core.analysis.occurrence_cosines import cosine_matrix, order_in_groups
from bertviz_core.charts.hover_sentence import marked_sentence
from bertviz_core.charts.occurrence_map import occurrence_map
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.results import Vectors, WordLayers
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.clusters import found_clusters
from bertviz_core.ui.words.map_groups import cluster_groups, sense_groups
from bertviz_core.ui.words.marked_word import sentence_markdown
from bertviz_core.ui.words.neighbours_choices import NeighbourChoices, choose_neighbours
from bertviz_core.ui.words.neighbours_files import cosines_csv, neighbours_json
from bertviz_core.ui.words.question import AskedWord, ask_word
from bertviz_core.ui.words.substitutes_panel import draw_other_words

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROOM = Room(other=330, growth=1.8)
LISTED = 6
"""Nearest occurrences of the chosen one."""


def draw(engine: BertEngine) -> None:
    """Draw the cosines of all occurrences, the nearest of one, and the words around it."""
    asked = ask_word(engine)
    if asked is None:
        return
    title_place = st.container()
    map_place, choices_place = st.columns([5, 4], gap="medium")
    with choices_place:
        chosen = choose_neighbours(engine, asked)
    groups = _groups(asked, chosen)
    cosines = _cosines(asked.layers, asked.key, chosen.vectors, chosen.centred, _drawn=chosen.drawn)
    title_place.subheader(_title(asked, chosen, cosines), anchor=False)
    with map_place:
        _draw_map(asked, chosen, groups, cosines)
    with choices_place:
        _list_nearest(asked, chosen)
    _explain(asked, chosen)
    draw_other_words(engine, asked, groups, chosen.drawn)
    with st.container(horizontal=True):
        download_button(_("Cosines as CSV"), "cosines.csv", lambda: cosines_csv(asked, chosen.drawn, cosines))
        download_button(
            _("Cosines as JSON"),
            "cosines.json",
            lambda: neighbours_json(asked, chosen, cosines),
        )


def _groups(asked: AskedWord, chosen: NeighbourChoices) -> PointGroups:
    if chosen.order == "cluster":
        return cluster_groups(found_clusters(asked, chosen.vectors))
    if chosen.order == "sense":
        return sense_groups(asked)
    return PointGroups(
        title="", names=(asked.word,), labels=np.zeros(len(asked.layers), np.int64), without=""
    )


@st.cache_resource(max_entries=60, show_spinner=False)
def _cosines(
    _layers: WordLayers,
    key: Hashable,
    vectors: Vectors,
    centred: bool,
    *,
    _drawn: NDArray[np.int64],
) -> NDArray[np.float32]:
    return cosine_matrix(_layers.vectors(vectors)[_drawn], centred=centred)


def _title(asked: AskedWord, chosen: NeighbourChoices, cosines: NDArray[np.float32]) -> str:
    """Say how alike occurrences of one sense are, and of two."""
    apart = ~np.eye(len(cosines), dtype=bool)
    if len(cosines) < 2:
        return _("One occurrence only: write another sentence, to compare them")
    if not asked.labelled:
        return _(
            "Mean cosine of two occurrences: {cosine}", cosine=number(float(cosines[apart].mean()), places=3)
        )
    senses = np.array(asked.occurrence_senses)[chosen.drawn]
    told = (senses[:, np.newaxis] != "") & (senses != "") & apart
    same = told & (senses[:, np.newaxis] == senses)
    other = told & ~same
    if not same.any():
        return _("Every sense has one occurrence only: write another sentence for each, to compare them")
    given = np.array(asked.occurrence_senses) != ""
    right = neighbours_alike(
        asked.layers.vectors(chosen.vectors)[given], np.array(asked.occurrence_senses)[given]
    )
    return _(
        "Cosine {same} within a sense, {other} between senses; the nearest is of the same sense for "
        "{right} %",
        same=number(float(cosines[same].mean()), places=3),
        other=number(float(cosines[other].mean()), places=3),
        right=number(100 * right, places=0),
    )


def _draw_map(
    asked: AskedWord, chosen: NeighbourChoices, groups: PointGroups, cosines: NDArray[np.float32]
) -> None:
    labels = groups.labels[chosen.drawn]
    rank = np.where(labels < 0, len(groups.names), labels)
    order = np.arange(len(labels)) if chosen.order == "given" else order_in_groups(cosines, rank.tolist())
    shown = chosen.drawn[order].tolist()
    figure = occurrence_map(
        cosines[np.ix_(order, order)],
        chart_style(),
        sentences=[_hover(asked.layers, occurrence) for occurrence in shown],
        groups=[groups.of_point(occurrence) for occurrence in shown],
        chosen=shown.index(chosen.occurrence),
    )
    draw_growing(
        figure,
        "occurrence_map_chart",
        room=ROOM,
        picture="cosines",
        alt=_("Map of the cosines between every two occurrences of the word"),
    )


def _hover(word: WordLayers, occurrence: int) -> str:
    start, end = word.spans[occurrence].tolist()
    return marked_sentence(word.sentences[word.sentence_index[occurrence]], start, end)


def _list_nearest(asked: AskedWord, chosen: NeighbourChoices) -> None:
    """List the occurrences nearest to the chosen one, those of its sense with a check."""
    vectors = asked.layers.vectors(chosen.vectors).astype(np.float64)
    if chosen.centred:
        vectors = vectors - vectors.mean(axis=0)
    lengths = np.maximum(np.linalg.norm(vectors, axis=1), np.finfo(float).tiny)
    cosines = (vectors @ vectors[chosen.occurrence]) / (lengths * lengths[chosen.occurrence])
    others = np.argsort(-cosines, kind="stable")
    nearest = others[others != chosen.occurrence][:LISTED].tolist()
    senses = asked.occurrence_senses
    own = senses[chosen.occurrence]
    st.markdown(
        _("**Nearest to** {sentence}", sentence=sentence_markdown(asked.layers, chosen.occurrence))
        + (f" — *{literal(own)}*" if own else "")
    )
    lines = []
    for occurrence in nearest:
        mark = ":green[:material/check:] " if own and senses[occurrence] == own else ""
        sense = f" — *{literal(senses[occurrence])}*" if senses[occurrence] else ""
        cosine = number(float(cosines[occurrence]), places=3)
        lines.append(f"1. `{cosine}` {mark}{sentence_markdown(asked.layers, occurrence)}{sense}")
    st.markdown("\n".join(lines))


def _explain(asked: AskedWord, chosen: NeighbourChoices) -> None:
    st.markdown(
        _(
            "**How to read this.** A cell is the cosine between the word's vectors in two sentences; the "
            "framed row is the chosen occurrence. Where a model tells senses apart, the blocks along the "
            "diagonal stand out from the rest."
        )
    )
    if len(asked.layers) > len(chosen.drawn):
        st.caption(
            _(
                "Drawn are {drawn} of {count} occurrences, evenly spread over the sentences; the nearest are "
                "looked for among all.",
                drawn=number(len(chosen.drawn)),
                count=number(len(asked.layers)),
            )
        )
