"""How far the hidden states of each token move, layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.attention.off_states import hidden_change_map
from bertviz_core.results import HiddenChange
from bertviz_core.ui.attention.off_word import MaskedInput
from bertviz_core.ui.chart_height import Room, draw_growing
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MEASURES = ("cosine_distance", "relative_norm")
ROOM = Room(other=530, growth=2)


def show_hidden_states(
    engine: BertEngine, off: tuple[tuple[int, int], ...], asked: MaskedInput
) -> HiddenChange:
    """Draw one measure of the change as a map of layers and tokens, the other at a click."""
    change = engine.hidden_change(off, asked.text, asked.pair)
    names = {"cosine_distance": _("Cosine distance"), "relative_norm": _("Relative norm")}
    title_place, choice_place = st.columns([4, 5], vertical_alignment="center")
    title_place.markdown(_("**Change of the hidden states**"))
    measure = choice_place.segmented_control(
        _("Measure of change"),
        MEASURES,
        default=MEASURES[0],
        format_func=names.__getitem__,
        required=True,
        key="hidden_change_measure",
        label_visibility="collapsed",
        persist_state="session",
    )
    values = change.relative_norm if measure == "relative_norm" else change.cosine_distance
    words = {"layer": _("Layer"), "input": _("Input"), "measure": names[measure or MEASURES[0]]}
    figure = hidden_change_map(change, values, chart_style(), words=words)
    draw_growing(
        figure,
        "hidden_change_map",
        room=ROOM,
        picture="hidden_change",
        alt=_("Map of how far the hidden state of each token moves in each layer"),
    )
    return change
