"""The numbers of one matrix: the first ones, and all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.inside.network_values import ValueWords, first_values, values_histogram
from bertviz_core.results import ParameterPart, PartValues
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def show_numbers(engine: BertEngine, opened: tuple[ParameterPart, ...]) -> None:
    """Draw the first numbers of a matrix and the histogram of all."""
    values = _values(engine, model_key(engine), tuple(part.slug for part in opened[1:]))
    words = ValueWords(row=_("Row"), column=_("Column"), value=_("Value"), count=_("Numbers"))
    first, all_of_them = st.tabs([_("First numbers"), _("All numbers")])
    with first:
        st.plotly_chart(
            first_values(values, chart_style(), words),
            key="network_corner",
            config=picture_options("first_numbers"),
            alt=_("Cells: the first rows and columns, blue above zero, orange below."),
        )
    with all_of_them:
        st.plotly_chart(
            values_histogram(values, chart_style(), words),
            key="network_histogram",
            config=picture_options("histogram"),
            alt=_("Histogram of all numbers of the matrix."),
        )
    st.caption(
        _(
            "{name}: mean {mean}, standard deviation {deviation}; the outermost bars hold what lies beyond.",
            name=literal(opened[-1].name),
            mean=number(values.mean, places=4),
            deviation=number(values.deviation, places=4),
        )
    )


# Entries reach 8 KB.
@st.cache_resource(max_entries=200, show_spinner=False)
def _values(_engine: BertEngine, model: str, path: tuple[str, ...]) -> PartValues:
    return _engine.part_values(path)
