"""The map of cosines on the page: as high as there is room for; a click chooses an occurrence."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bertviz_core.analysis.words.neighbours import order_in_groups
from bertviz_core.charts.hover_sentence import marked_occurrence
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.charts.words.neighbours_map import HEIGHT, MOST_TO_CLICK, occurrence_map
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_selection import selected_points
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.i18n import _
from bertviz_core.ui.words.neighbours_choices import NeighbourChoices, occurrence_key
from bertviz_core.ui.words.question import AskedWord

OTHER, MOST = 330, 760
"""Pixels of a window's height that everything but the map takes; the most that the map takes."""

_CHART = "occurrence_map_chart"


def draw_map(
    asked: AskedWord, chosen: NeighbourChoices, groups: PointGroups, cosines: NDArray[np.float32]
) -> None:
    """Draw the cosines (drawn, drawn) in the chosen order."""
    order = _order(chosen, groups, cosines)
    shown = chosen.drawn[order].tolist()
    figure = occurrence_map(
        cosines[np.ix_(order, order)],
        chart_style(),
        sentences=[marked_occurrence(asked.layers, occurrence) for occurrence in shown],
        groups=[groups.of_point(occurrence) for occurrence in shown],
        chosen=(shown.index(chosen.occurrence), str(chosen.occurrence + 1)),
    )
    clickable = can_be_clicked(chosen)
    key = f"{_CHART}_{clickable}"
    let_grow("occurrence_map_room", least=HEIGHT, most=MOST, other=OTHER)
    with st.container(key="occurrence_map_room"):
        st.plotly_chart(
            figure,
            height="stretch",
            key=key,
            config=picture_options("cosines"),
            on_select=(lambda: _choose(key, shown, occurrence_key(asked))) if clickable else "ignore",
            selection_mode="points",
            alt=_("Map of the cosines between every two occurrences of the word"),
        )


def can_be_clicked(chosen: NeighbourChoices) -> bool:
    """Tell whether the cells of the map are few and large enough."""
    return 1 < len(chosen.drawn) <= MOST_TO_CLICK


def _order(chosen: NeighbourChoices, groups: PointGroups, cosines: NDArray[np.float32]) -> NDArray[np.int64]:
    if chosen.order == "given":
        return np.arange(len(cosines))
    labels = groups.labels[chosen.drawn]
    return order_in_groups(cosines, np.where(labels < 0, len(groups.names), labels).tolist())


def _choose(chart: str, shown: list[int], menu: str) -> None:
    """Put the occurrence of the clicked row into the menu; what comes from a browser is looked at again."""
    row = clicked_row(st.session_state.get(chart))
    if row is not None and 0 <= row < len(shown):
        st.session_state[menu] = shown[row]


def clicked_row(state: Any) -> int | None:
    """Return the row of the cell that was clicked, None where none was."""
    points = selected_points(state)
    row = points[0].get("y") if points else None
    return row if type(row) is int else None
