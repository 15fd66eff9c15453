"""A run that was not measured yet: how far it is, and what it reached on the validation examples."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.fine_tuning.learn_confusion import learning_confusion
from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningRun, RunStatus, ValidationPoint
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.downloads import save_menu
from bertviz_core.ui.fine_tuning.ask_examples import held_out
from bertviz_core.ui.fine_tuning.learn_names import confusion_words, score_name, watched_score
from bertviz_core.ui.fine_tuning.learn_outcome import save_run, show_problem
from bertviz_core.ui.fine_tuning.runs_download import save_model
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import percent

POLL_S = 2.0


def draw_so_far(run: LearningRun) -> None:
    """Say how the run stands; while it is open, look again and again until there is a report."""
    status = run_store().status(run.id)
    if status.open:
        st.fragment(_follow, run_every=POLL_S)(run)
    else:
        _draw_ended(status)
        _draw_watched(run)
        if save_menu():
            save_run(run, status)
            save_model(run, next((example.texts for example in held_out(run.id)), ()))
    view_button(_("Learn"), "learn", key="results_to_learn", icon=":material/school:")


def _follow(run: LearningRun) -> None:
    """Draw how far an open run is; the whole page anew when it has ended, or was deleted meanwhile."""
    try:
        status = run_store().status(run.id)
    except RunNotFoundError:  # the page says so
        st.rerun()
    if not status.open:
        st.rerun()
    if status.phase == "waiting":
        st.info(
            _("It waits for its turn, {count} before it.", count=number(status.ahead)), icon=":material/info:"
        )
        return
    share = min(1.0, status.step / status.steps) if status.steps else 0.0
    if status.stage == "measuring":
        text = _("It learned; now it is measured on the held-out examples, beside the other ways.")
    else:
        text = _(
            "It still learns: step {step} of {steps}. The results on the held-out examples come in the end.",
            step=number(status.step),
            steps=number(status.steps),
        )
    st.progress(share, text=text)
    _draw_watched(run)


def _draw_ended(status: RunStatus) -> None:
    show_problem(status)
    st.info(_("This model was not measured on held-out examples."), icon=":material/info:")


def _draw_watched(run: LearningRun) -> None:
    """Draw what the last validation found."""
    last = _last_validation(run.id)
    if last is None:
        return
    st.markdown(
        _(
            "So far, on the {count} validation examples: {score} {value}.",
            count=number(run.counts[1]),
            score=score_name(watched_score(run.task, run.labels)),
            value=percent(last.score),
        )
    )
    if last.confusion is not None:
        st.plotly_chart(
            learning_confusion(last.confusion, run.labels, chart_style(), confusion_words()),
            key="results_watched",
            config=picture_options("confusion"),
            alt=_("Confusion matrix: rows are the right classes, columns what was said"),
        )


def _last_validation(run_id: str) -> ValidationPoint | None:
    points = [point.validation for point in run_store().history(run_id) if point.validation is not None]
    return points[-1] if points else None
