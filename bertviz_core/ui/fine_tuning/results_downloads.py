"""Buttons that save the results of a run."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import LearningData, LearningReport, LearningRun
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.results_files import classes_csv, methods_csv, predictions_csv, report_json
from bertviz_core.ui.i18n import _


def draw_downloads(run: LearningRun, data: LearningData, report: LearningReport) -> None:
    """Offer every table as CSV, all of it as JSON; each is made when its button is clicked."""
    st.caption(
        _(
            "Intervals: bootstrap, 1,000 draws of the held-out examples; where all are right, or fewer "
            "than 30 count, at least Wilson's (1927). Chance: the two answers to each example change sides "
            "at random (all at once where examples belong together), 10,000 times (approximate "
            "randomisation, Yeh 2000)."
        )
    )
    if save_menu():
        save_as(_("Predictions as CSV"), "predictions.csv", lambda: predictions_csv(data, report))
        save_as(_("Scores as CSV"), "methods.csv", lambda: methods_csv(report))
        if report.per_class:
            save_as(_("Classes as CSV"), "classes.csv", lambda: classes_csv(report))
        save_as(_("Report as JSON"), "report.json", lambda: report_json(run, report))
