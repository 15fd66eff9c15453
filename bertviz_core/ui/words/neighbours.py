"""Which occurrences of a word are alike, and which other words are near it."""

from __future__ import annotations

from collections.abc import Hashable
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.words.neighbours import cosine_matrix, mean_cosines
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.results import Vectors, WordLayers
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.words.clusters import found_clusters
from bertviz_core.ui.words.copies import rests_on
from bertviz_core.ui.words.map_groups import cluster_groups, sense_groups
from bertviz_core.ui.words.neighbours_choices import NeighbourChoices, choose_neighbours
from bertviz_core.ui.words.neighbours_files import cosines_csv, neighbours_json
from bertviz_core.ui.words.neighbours_list import list_nearest
from bertviz_core.ui.words.neighbours_map import can_be_clicked, draw_map
from bertviz_core.ui.words.neighbours_substitutes import (
    draw_other_words,
    found_substitutes,
    static_neighbours,
)
from bertviz_core.ui.words.question import AskedWord, ask_word
from bertviz_core.ui.words.same_sense import same_sense

if TYPE_CHECKING:
    from bertviz_core import BertEngine


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
        draw_map(asked, chosen, groups, cosines)
    with choices_place:
        substitutes = found_substitutes(engine, asked, chosen.drawn)
        list_nearest(asked, chosen, substitutes)
    _explain(asked, chosen)
    draw_other_words(engine, asked, groups, drawn=chosen.drawn, substitutes=substitutes)
    if save_menu():
        save_as(_("Cosines as CSV"), "cosines.csv", lambda: cosines_csv(asked, chosen.drawn, cosines))
        save_as(
            _("Everything as JSON"),
            "neighbours.json",
            lambda: neighbours_json(
                asked, chosen, cosines, near=static_neighbours(engine, asked), substitutes=substitutes
            ),
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
    return cosine_matrix(_layers.vectors(vectors), rows=_drawn, centred=centred)


def _title(asked: AskedWord, chosen: NeighbourChoices, cosines: NDArray[np.float32]) -> str:
    """Say how alike occurrences of one sense are, and of two."""
    if len(cosines) < 2:
        return _("One occurrence only: write another sentence, to compare them")
    senses = np.array(asked.occurrence_senses)
    firsts = asked.layers.first_equal(senses.tolist())[chosen.drawn]
    _numbers, different = np.unique(firsts, return_index=True)
    if len(different) > 1:  # copies are alike to each other, whatever the word means
        cosines, drawn = cosines[np.ix_(different, different)], np.asarray(chosen.drawn)[different]
    else:
        drawn = np.asarray(chosen.drawn)
    means = mean_cosines(cosines, senses[drawn])
    if not asked.labelled or isnan(means.between):
        return _("Mean cosine of two occurrences: {cosine}", cosine=number(means.every, places=3))
    if isnan(means.within):
        return _("Every sense has one occurrence only: write another sentence for each, to compare them")
    right = same_sense(asked, chosen.vectors, centred=chosen.centred)
    return _(
        "Cosine {same} within a sense, {other} between senses; the nearest is of the same sense for {right}%",
        same=number(means.within, places=3),
        other=number(means.between, places=3),
        right=number(100 * right, places=0),
    )


def _explain(asked: AskedWord, chosen: NeighbourChoices) -> None:
    st.caption(rests_on(asked.layers.only(np.asarray(chosen.drawn)).different_sentences))
    st.markdown(
        _(
            "**How to read this.** A cell is the cosine between the word's vectors in two sentences; the "
            "framed row is the chosen occurrence. Where a model tells senses apart, the blocks along the "
            "diagonal stand out from the rest."
        )
        + (f" {_('Click a cell to choose the occurrence of its row.')}" if can_be_clicked(chosen) else "")
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
