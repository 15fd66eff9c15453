"""A sentence that is placed in the map that stands: where does its word fall?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.charts.words.map_placed import mark_placed
from bertviz_core.errors import BertScopeError
from bertviz_core.results import WordLayers
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text import literal
from bertviz_core.ui.words.map_answers import placed_points
from bertviz_core.ui.words.marked_word import sentence_markdown

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.charts.point_groups import PointGroups
    from bertviz_core.ui.words.map_choices import MapChoices
    from bertviz_core.ui.words.question import AskedWord

MOST_CHARACTERS = 1_000


def place_sentence(
    engine: BertEngine, asked: AskedWord, chosen: MapChoices, groups: PointGroups, figure: go.Figure
) -> None:
    """Ask for a sentence, mark its word in the figure, and say which occurrence it is nearest to."""
    if chosen.through or chosen.method == "tsne":
        return
    text = st.text_input(
        _("Place a sentence"),
        key="map_placed_sentence",
        persist_state="session",
        max_chars=MOST_CHARACTERS,
        placeholder=_("Write another sentence with “{word}” and see where it falls", word=asked.word),
    )
    if not text or not text.strip():
        return
    try:
        new = engine.word_layers(
            [text[:MOST_CHARACTERS]], asked.word, match_case=asked.match_case, inflected=asked.inflected
        )
        points = placed_points(asked, chosen, new)
    except BertScopeError as error:
        show_error(error)
        return
    mark_placed(figure, new, points, chart_style(), name=_("Your sentence"))
    for occurrence in range(len(new)):
        _tell_nearest(asked, chosen, groups, new, occurrence)


def _tell_nearest(
    asked: AskedWord, chosen: MapChoices, groups: PointGroups, new: WordLayers, occurrence: int
) -> None:
    """Name the occurrence with the highest cosine, which the map may show less near."""
    vectors = unit_vectors(asked.layers.vectors(chosen.vectors))
    own = unit_vectors(new.vectors(chosen.vectors)[occurrence : occurrence + 1].astype(vectors.dtype))[0]
    cosines = vectors @ own
    nearest = int(np.argmax(cosines))
    st.markdown(
        _(
            "{sentence} — the star in the map. Nearest of all by cosine ({cosine}): {other} — *{group}*",
            sentence=sentence_markdown(new, occurrence),
            cosine=number(float(cosines[nearest]), places=2),
            other=sentence_markdown(asked.layers, nearest),
            group=literal(groups.of_point(nearest)),
        )
    )
