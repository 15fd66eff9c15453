"""Where the model places the occurrences of a word: near each other if it means them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.charts.words.map import HEIGHT
from bertviz_core.charts.words.map_static import static_map
from bertviz_core.results import WordClusters
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.class_view import offer_question
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.words.clusters import found_clusters
from bertviz_core.ui.words.layer_choice import USUAL
from bertviz_core.ui.words.map_answers import static_points
from bertviz_core.ui.words.map_choices import MapChoices, choose_map
from bertviz_core.ui.words.map_downloads import offer_map_files
from bertviz_core.ui.words.map_drawn import as_drawn, drawn_map
from bertviz_core.ui.words.map_groups import cluster_groups, sense_groups, sentence_groups, show_clusters
from bertviz_core.ui.words.map_placed import place_sentence
from bertviz_core.ui.words.map_selection import list_sentences, marked_points
from bertviz_core.ui.words.map_text import explain_map, map_title
from bertviz_core.ui.words.question import AskedWord, ask_word
from bertviz_core.ui.words.same_sense import same_sense

if TYPE_CHECKING:
    from bertviz_core import BertEngine

ROOM, MOST_GROWTH = 260, 2
"""Pixels of a window's height that everything but the map takes; how many times higher it gets."""

_BUTTONS = [["lasso2d", "select2d", "zoom2d", "pan2d", "resetScale2d"], ["toImage"]]
_BUTTONS_3D = [["orbitRotation", "zoom3d", "pan3d", "resetCameraDefault3d"], ["toImage"]]


def draw(engine: BertEngine) -> None:
    """Draw the map of a word, still or moving through the layers."""
    asked = ask_word(engine)
    if asked is None:
        return
    if asked.labelled:
        offer_question("sense", asked.sentences[0], options=tuple(dict.fromkeys(filter(None, asked.senses))))
    title_place = st.container()
    picture_place, choices_place = st.columns([5, 2], gap="medium")
    with choices_place:
        chosen = choose_map(engine, asked)
        _draw_static(asked)
    clusters = None
    if chosen.colour == "cluster":
        clusters = found_clusters(asked, USUAL if chosen.through else chosen.vectors, chosen.clustering)
    groups = _groups(asked, chosen, clusters)
    drawn = range(engine.info.layers + 1) if chosen.through else (chosen.vectors,)
    same = [same_sense(asked, vectors) for vectors in drawn] if asked.comparable else []
    title_place.subheader(map_title(asked, chosen, clusters=clusters, same=same), anchor=False)
    with picture_place:
        chosen = as_drawn(asked, chosen)
        drawing_place = st.container()
        with drawing_place:
            (figure, points, method), chosen = drawn_map(asked, chosen, groups)
        place_sentence(engine, asked, chosen, groups, figure)
        with drawing_place:
            marked = _draw_map(figure, chosen, count=len(asked.layers))
    explain_map(asked, chosen, method)
    if chosen.dimensions == 2:
        list_sentences(asked.layers, groups, marked)
    if clusters is not None:
        show_clusters(asked, clusters)
    offer_map_files(asked, groups, chosen, points=points, figure=figure)


def _groups(asked: AskedWord, chosen: MapChoices, clusters: WordClusters | None) -> PointGroups:
    if clusters is not None:
        return cluster_groups(clusters)
    return sense_groups(asked) if chosen.colour == "sense" else sentence_groups(asked)


def _draw_map(figure: go.Figure, chosen: MapChoices, *, count: int) -> list[int]:
    """Draw the picture as high as the window allows; return the occurrences that were marked in it."""
    let_grow("word_map_room", least=HEIGHT, most=round(MOST_GROWTH * HEIGHT), other=ROOM)
    options = picture_options("word_map")
    options["modeBarButtons"] = _BUTTONS if chosen.dimensions == 2 else _BUTTONS_3D
    options["toImageButtonOptions"]["format"] = chosen.picture
    with st.container(key="word_map_room"):
        state = st.plotly_chart(
            figure,
            height="stretch",
            key=f"word_map_{chosen.dimensions}_{chosen.through}",
            config=options,
            on_select="rerun" if chosen.dimensions == 2 else "ignore",
            alt=_("Map of the occurrences of the word; near each other lie those with similar vectors"),
        )
    return marked_points(state, count) if chosen.dimensions == 2 else []


def _draw_static(asked: AskedWord) -> None:
    """Draw what a static embedding sees beside the map: one point for each form."""
    static = static_points(asked.layers, asked.key)
    st.plotly_chart(
        static_map(static, chart_style()),
        key="static_map",
        config={"displayModeBar": False},
        alt=_("Map of the static embedding: one point for each form of the word"),
    )
    st.caption(
        _(
            "**Static embedding**: without context, all occurrences of a form are one point "
            "(cosine {cosine}).",
            cosine=number(static.cosine, places=2),
        )
    )
