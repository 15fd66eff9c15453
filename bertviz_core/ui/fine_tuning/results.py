"""What came of a run: every way of learning on the same held-out examples, and the mistakes to read."""

from __future__ import annotations

import streamlit as st

from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningData, LearningReport, LearningRun
from bertviz_core.ui.fine_tuning.question import chosen_run
from bertviz_core.ui.fine_tuning.results_answers import draw_answers
from bertviz_core.ui.fine_tuning.results_classes import draw_class_bars, draw_classes
from bertviz_core.ui.fine_tuning.results_downloads import draw_downloads
from bertviz_core.ui.fine_tuning.results_methods import draw_method_bars, draw_methods, reached_title
from bertviz_core.ui.fine_tuning.results_reading import how_to_read
from bertviz_core.ui.fine_tuning.results_reliability import draw_reliability
from bertviz_core.ui.fine_tuning.results_so_far import draw_so_far
from bertviz_core.ui.fine_tuning.results_tags import draw_tags
from bertviz_core.ui.fine_tuning.results_texts import CELL_PARAMETER, ask_cell, draw_confusion, draw_texts
from bertviz_core.ui.fine_tuning.run_history import run_data
from bertviz_core.ui.fine_tuning.run_line import run_line
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.run_parameters import RUN_PARAMETER

PARAMETERS = (CELL_PARAMETER,)
RUNS_KEPT = 4


def draw() -> None:
    """Draw the report of the chosen run; what is known so far where there is none yet."""
    run = chosen_run()
    if run is None:
        st.info(
            _("No run is chosen yet. Let a model learn, or open one of your runs."), icon=":material/info:"
        )
        with st.container(horizontal=True):
            view_button(_("Learn"), "learn", key="results_to_learn", icon=":material/school:", primary=True)
            view_button(_("Runs"), "runs", key="results_to_runs", icon=":material/history:")
        return
    try:
        report = _report(run.id)
    except _NotMeasuredError:
        draw_so_far(run)
        return
    _draw_report(run, run_data(run), report)


def _draw_report(run: LearningRun, data: LearningData, report: LearningReport) -> None:
    st.subheader(reached_title(report, held_out=run.counts[2]), anchor=False)
    st.caption(run_line(run))
    link_popover({}, of_runs=(RUN_PARAMETER,))
    cell = ask_cell(run.id, report) if report.confusion is not None else None
    bars_place, side_place = st.columns([5, 4], gap="small")
    with bars_place:
        draw_methods(run, report)
    with side_place:
        if report.confusion is not None:
            draw_confusion(run.id, report.confusion, report.labels, cell)
        elif report.task == "tagging":
            draw_class_bars(report)
        elif report.task == "question":
            draw_method_bars(run, report, "exact_match")
    st.markdown(how_to_read(data, report))
    _draw_details(run, data, report, cell)
    draw_downloads(run, data, report)


def _draw_details(
    run: LearningRun, data: LearningData, report: LearningReport, cell: tuple[int, int] | None
) -> None:
    """Draw what is read one by one, and what is secondary behind it."""
    if report.task == "question":
        draw_answers(data, report)
        return
    if report.task == "tagging":
        sentences, classes = st.tabs([_("Sentences"), _("Each class")])
        with sentences:
            draw_tags(data, report)
        with classes:
            draw_classes(report)
        return
    texts, classes, reliability = st.tabs([_("Texts"), _("Each class"), _("Reliability")])
    with texts:
        draw_texts(run.id, data, report, cell)
    with classes:
        draw_classes(report)
    with reliability:
        draw_reliability(report)


class _NotMeasuredError(Exception):
    """The run has no report; an exception is not kept, so that it is looked for again."""


@st.cache_resource(max_entries=RUNS_KEPT, show_spinner=False)
def _report(run_id: str) -> LearningReport:
    """Return the report, which never changes once it is there."""
    report = run_store().report(run_id)
    if report is None or not report.methods:
        raise _NotMeasuredError
    return report
