"""What the views of scores share: the names of groups, the chart in its place, the files below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import plotly.graph_objects as go
import streamlit as st

from bertviz_core.evaluation.document import evaluation_document
from bertviz_core.locales import LANGUAGES
from bertviz_core.results import Evaluation
from bertviz_core.ui.chart_height import let_grow
from bertviz_core.ui.chart_theme import picture_options
from bertviz_core.ui.downloads import json_text, save_as, save_menu
from bertviz_core.ui.i18n import _

REST, MOST_GROWTH = 390, 2
"""Pixels of a window's height that everything but the chart takes; how many times higher it gets."""


def group_names(languages: Iterable[str]) -> list[str]:
    """Name groups of items after their languages; `all` is all of them together."""
    return [_("All together") if code == "all" else LANGUAGES.get(code, code) for code in languages]


def show_chart(figure: go.Figure, name: str, *, alt: str) -> None:
    """Show a chart as high as the window leaves room for."""
    least = figure.layout.height
    let_grow(name, least=least, most=MOST_GROWTH * least, other=REST)
    with st.container(key=name):
        st.plotly_chart(figure, height="stretch", key=f"{name}_chart", config=picture_options(name), alt=alt)


def offer_files(evaluation: Evaluation, name: str, table: Callable[[], str]) -> None:
    """Offer the numbers of a view as CSV, and everything that was measured as JSON."""
    if save_menu():
        save_as(_("Numbers as CSV"), f"{name}.csv", table)
        save_as(
            _("All measurements as JSON"),
            "evaluation.json",
            lambda: json_text(evaluation_document(evaluation)),
        )


def tell_missing(question: str) -> None:
    """Say that a model has no trained head for a question."""
    st.info(question, icon=":material/info:")
