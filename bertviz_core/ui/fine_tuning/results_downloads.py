"""What can be saved of the results of a run."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import LearningData, LearningReport, LearningRun
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.ask_examples import asked_example
from bertviz_core.ui.fine_tuning.results_files import classes_csv, methods_csv, predictions_csv, report_json
from bertviz_core.ui.fine_tuning.results_mistakes import worst_example
from bertviz_core.ui.fine_tuning.results_paper import paper
from bertviz_core.ui.fine_tuning.results_paper_html import paper_html
from bertviz_core.ui.fine_tuning.results_reading import how_measured
from bertviz_core.ui.fine_tuning.run_rows import today_text
from bertviz_core.ui.fine_tuning.runs_download import save_model
from bertviz_core.ui.i18n import _, language


def draw_downloads(run: LearningRun, data: LearningData, report: LearningReport) -> None:
    """Offer a page to hand in, every table as CSV, all of it as JSON, and the model.

    What is in the visitor's language is written now: when a button is clicked nobody knows the language.
    """
    st.caption(how_measured())
    if not save_menu():
        return
    page = paper_html(paper(run, data, report, today=today_text()), language())
    save_as(_("Report to hand in (HTML)"), "report.html", page)
    save_as(_("Predictions as CSV"), "predictions.csv", lambda: predictions_csv(data, report))
    save_as(_("Scores as CSV"), "methods.csv", lambda: methods_csv(report))
    if report.per_class:
        save_as(_("Classes as CSV"), "classes.csv", lambda: classes_csv(report))
    save_as(_("Report as JSON"), "report.json", lambda: report_json(run, report))
    save_model(run, asked_example(worst_example(data, report)).texts)
