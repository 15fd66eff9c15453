"""The table under the map, and what can be saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.i18n import _
from bertviz_core.ui.words.layer_choice import USUAL
from bertviz_core.ui.words.map_files import map_csv, map_html, map_json, projector_zip, vectors_npz

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord


def offer_map_files(
    asked: AskedWord,
    groups: PointGroups,
    chosen: MapChoices,
    *,
    points: NDArray[np.float32],
    figure: go.Figure,
) -> None:
    """List the occurrences, and offer points, vectors and picture as files."""
    vectors = USUAL if chosen.through else chosen.vectors
    with st.expander(_("The occurrences"), icon=":material/list:"):
        _table(asked, groups)
    if save_menu():
        save_as(_("Map as CSV"), "word_map.csv", lambda: map_csv(asked, groups, points))
        save_as(
            _("Map as JSON"),
            "word_map.json",
            lambda: map_json(asked, groups, points, method=chosen.method),
        )
        save_as(_("Map as HTML"), "word_map.html", lambda: map_html(figure))
        save_as(_("Vectors as NPZ"), "word_vectors.npz", lambda: vectors_npz(asked, vectors))
        save_as(
            _("Vectors for the Embedding Projector"),
            "word_vectors.zip",
            lambda: projector_zip(asked, groups, vectors),
        )
    if chosen.through:
        st.caption(_("Vectors are saved as those of the last four layers, concatenated."))


def _table(asked: AskedWord, groups: PointGroups) -> None:
    places = range(len(asked.layers))
    table: dict[str, list[str]] = {
        _("Sentence"): [asked.sentences[sentence] for sentence in asked.layers.sentence_index],
        _("Form"): [asked.layers.form(place) for place in places],
        _("Sense"): list(asked.occurrence_senses),
    }
    if groups.title == _("Cluster"):
        table[groups.title] = [groups.of_point(place) for place in places]
    st.dataframe(table, hide_index=True)
