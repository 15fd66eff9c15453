"""What came of a run, in a sentence, and where to look further."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningReport, LearningRun, RunStatus
from bertviz_core.ui.downloads import save_as, save_menu
from bertviz_core.ui.fine_tuning.learn_names import learning_told, main_score, method_name, score_name
from bertviz_core.ui.fine_tuning.runs_files import curves_csv, run_json
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.written_numbers import percent


def outcome_title(status: RunStatus, report: LearningReport | None) -> str:
    """Say in one sentence how a run stands, or what it reached beside the best simple way."""
    if report is None or not report.methods or not report.methods[-1].scores:
        titles = {
            "waiting": _("Waiting for its turn"),
            "running": _("Watch it learn"),
            "done": _("The run has finished"),
            "stopped": _("The run was stopped"),
            "failed": _("The run failed"),
        }
        return titles[status.phase]
    tuned, score = report.methods[-1], main_score(report.task, report.methods[-1])
    others = [method for method in report.methods[:-1] if score in method.scores]
    reached = _(
        "{score} {value} on {count} held-out examples",
        score=score_name(score),
        count=number(len(report.predictions)),
        value=percent(tuned.scores[score].value),
    )
    if status.phase == "stopped":
        reached = _("Stopped. {reached}", reached=reached)
    if not others:
        return reached
    best = max(others, key=lambda method: method.scores[score].value)
    return _(
        "{reached}; best simple way: {method}, {value}",
        reached=reached,
        method=method_name(best.method),
        value=percent(best.scores[score].value),
    )


def show_problem(status: RunStatus) -> None:
    """Say why a run failed, if it did."""
    if status.problem is not None:
        show_error(BertScopeError(status.problem.template, **status.problem.fields))


def draw_end(run: LearningRun, status: RunStatus) -> None:
    """Say why a run ended before its time."""
    if status.phase == "failed":
        show_problem(status)
    elif status.phase == "stopped":
        kept = run_store().model_folder(run.id) is not None
        text = _("The best so far is kept.") if kept else _("Nothing was learned that could be kept.")
        st.info(text, icon=":material/info:")


def draw_outcome(run: LearningRun, status: RunStatus, report: LearningReport | None) -> None:
    """Say how long a run took; offer what can be done with its model, and its numbers."""
    if report is not None:
        st.caption(learning_told(report))
    with st.container(horizontal=True):
        if run_store().model_folder(run.id) is not None:
            _offer_model()
    if save_menu():
        save_run(run, status)


def save_run(run: LearningRun, status: RunStatus) -> None:
    """Offer the curves of a run and all that is known of it in the open menu."""
    store = run_store()
    if status.step:
        save_as(_("Curves as CSV"), "curves.csv", lambda: curves_csv(store, [run]))
    save_as(_("Run as JSON"), "run.json", lambda: run_json(store, run))


def draw_uploaded() -> None:
    """Say that there is nothing to watch, and offer what can be done with the model."""
    st.info(_("This model was uploaded: it had learned before, elsewhere."), icon=":material/info:")
    with st.container(horizontal=True):
        view_button(_("Ask it"), "ask", key="learn_to_ask", icon=":material/chat:", primary=True)


def _offer_model() -> None:
    view_button(_("Results"), "results", key="learn_to_results", icon=":material/query_stats:", primary=True)
    view_button(_("Ask it"), "ask", key="learn_to_ask", icon=":material/chat:")
    view_button(_("Before and after"), "before_after", key="learn_to_before", icon=":material/compare:")
