"""How well each class, or kind of entity, is told."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bertviz_core.charts.fine_tuning.results_methods import MethodBar, learning_methods
from bertviz_core.results import LearningReport
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.fine_tuning.results_methods import interval_text
from bertviz_core.ui.i18n import _

MOST_BARS = 9
"""Classes; of more only the table is shown."""


def draw_class_bars(report: LearningReport) -> None:
    """Draw the F1 of each with its interval."""
    if len(report.per_class) > MOST_BARS:
        return
    bars = [MethodBar(name=one.label, score=one.f1) for one in report.per_class]
    st.plotly_chart(
        learning_methods(bars, chart_style(), measure=_("F1 of the fine-tuned model")),
        key="results_class_bars",
        config=picture_options("classes"),
        alt=_("Bars: F1 of each class, with intervals"),
    )


def draw_classes(report: LearningReport) -> None:
    """List precision, recall and F1 of each with their intervals."""
    names, rows = class_table(report)
    st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True, key="results_classes")
    st.caption(classes_explained())


def class_table(report: LearningReport) -> tuple[tuple[str, ...], list[tuple[str, str, str, str, int]]]:
    """Return headings and rows: name, precision, recall and F1, and how many are held out."""
    rows = [
        (
            one.label,
            interval_text(one.precision),
            interval_text(one.recall),
            interval_text(one.f1),
            one.support,
        )
        for one in report.per_class
    ]
    return (_("Class"), _("Precision"), _("Recall"), "F1", _("Held out")), rows


def classes_explained() -> str:
    """Say what the columns are."""
    return _(
        "Precision: how much of what was called so is so. Recall: how much of what is so was found. "
        "F1: their harmonic mean. In brackets 95% intervals (bootstrap, 1,000 draws); “—” where nothing "
        "was called so, or nothing is."
    )
