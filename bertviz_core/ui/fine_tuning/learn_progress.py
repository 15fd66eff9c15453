"""How far a run is, and the button that stops it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.jobs.start_worker import ensure_worker, worker_alive, worker_problem
from bertviz_core.results import LearningPoint, LearningRun, RunStatus
from bertviz_core.settings import get_settings
from bertviz_core.ui.fine_tuning.learn_names import duration_text
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.visitor import owns

_PROBLEM = "learn_problem"


def keep_worker_alive() -> None:
    """Start a worker where none is alive, and say what keeps it from starting."""
    ensure_worker()
    if not get_settings().start_worker and not worker_alive():
        st.info(
            _(
                "No process learns on this installation just now. The run waits and begins as soon as "
                "whoever keeps the installation starts one."
            ),
            icon=":material/hourglass_empty:",
        )
    if problem := worker_problem():
        show_error(problem)


def draw_progress(run: LearningRun, status: RunStatus, points: tuple[LearningPoint, ...]) -> None:
    """Draw the bar with what is being done, and for its owner the button."""
    bar_place, stop_place = st.columns([3, 1], vertical_alignment="center")
    share = min(1.0, status.step / status.steps) if status.steps else 0.0
    bar_place.progress(share, text=_progress_text(run, status, points))
    if owns(run):
        asked = run_store().folder(run.id).stop_requested
        with stop_place:
            _stop_button(run, asked=asked)
        if asked:
            if status.stage == "measuring":
                st.caption(_("It ends without the measures of other ways that are not ready yet."))
            else:
                st.caption(_("It ends after this step and keeps the best so far."))
            return
    st.caption(_("You can leave this page; the run goes on."))


def _stop_button(run: LearningRun, *, asked: bool) -> None:
    st.button(
        _("Stop"),
        icon=":material/stop:",
        key="learn_stop",
        width="stretch",
        disabled=asked,
        on_click=_stop,
        args=(run.id,),
        help=_("Keeps the best so far."),
    )
    if problem := st.session_state.pop(_PROBLEM, None):
        show_error(problem)


def _stop(run_id: str) -> None:
    try:
        run_store().request_stop(run_id)
    except BertScopeError as error:
        st.session_state[_PROBLEM] = error


def _progress_text(run: LearningRun, status: RunStatus, points: tuple[LearningPoint, ...]) -> str:
    if status.phase == "waiting":
        return _("In the queue, {count} before it.", count=number(status.ahead))
    if status.stage == "measuring":
        return _("The held-out examples are being measured.")
    if status.stage != "learning" or not status.steps:
        return _("The model and the examples are being read.")
    text = _(
        "Step {step} of {steps}, epoch {epoch} of {epochs}",
        step=number(status.step),
        steps=number(status.steps),
        epoch=number(points[-1].epoch if points else 0, places=1),
        epochs=number(run.settings.epochs),
    )
    if status.seconds_left is None:
        return text
    return _("{text}; about {duration} left", text=text, duration=duration_text(status.seconds_left))
