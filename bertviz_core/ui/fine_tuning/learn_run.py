"""A run as it goes on: how far it is, its curves, what it confuses; and what came of it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.fine_tuning.learn_confusion import learning_confusion
from bertviz_core.charts.fine_tuning.learn_curves import CurveWords, learning_curves
from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningPoint, LearningReport, LearningRun, RunStatus
from bertviz_core.ui.chart_height import PHONE
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.fine_tuning.data_choice import shown_name
from bertviz_core.ui.fine_tuning.learn_features import draw_features, draw_methods
from bertviz_core.ui.fine_tuning.learn_names import (
    confusion_words,
    run_method_name,
    score_name,
    watched_score,
)
from bertviz_core.ui.fine_tuning.learn_outcome import draw_end, draw_outcome, draw_uploaded, outcome_title
from bertviz_core.ui.fine_tuning.learn_progress import draw_progress, keep_worker_alive
from bertviz_core.ui.fine_tuning.question import choose_run
from bertviz_core.ui.fine_tuning.run_history import run_data, run_history
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.live_chart import draw_live
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.run_parameters import RUN_PARAMETER
from bertviz_core.ui.text import literal

POLL_S = 1.0
_PHONE_ORDER = (
    f"<style>@media (max-width: {PHONE}px) {{.st-key-learn_run > .stHorizontalBlock, "
    ".st-key-learn_run > * > .stHorizontalBlock {flex-wrap: wrap-reverse}}</style>"
)
"""On a phone, what goes on stands above what it is compared with."""


def draw_run(run: LearningRun) -> None:
    """Draw a run, and follow it as long as it is open: only its parts are drawn anew every second."""
    store = run_store()
    status, report = store.status(run.id), store.report(run.id)
    _head(run, status, report)
    if run.uploaded:
        draw_uploaded()
        return
    st.html(_PHONE_ORDER)
    with st.container(key="learn_run"):
        compared_place, run_place = st.columns([2, 3], gap="medium")
    every = POLL_S if status.open else None
    with run_place:
        draw_end(run, status)
        st.fragment(_follow, run_every=every)(run, status)
        if not status.open:
            draw_outcome(run, status, report)
        _explain()
    with compared_place:
        if report is not None and report.methods:
            st.subheader(_("On the held-out examples"), anchor=False)
            draw_methods(report.task, report.methods)
        else:
            _draw_features_of(run)
        st.fragment(_follow_confusion, run_every=every)(run, status)


def _explain() -> None:
    st.markdown(
        _(
            "**How to read this.** The pale blue line is the loss of the examples it learns from, step by "
            "step, the strong one its mean; the diamonds are validation examples, which it does not learn "
            "from. Where they get worse while the blue line falls, it learns by heart; the weights at the "
            "dotted line are kept."
        )
    )


def _head(run: LearningRun, status: RunStatus, report: LearningReport | None) -> None:
    about_place, new_place = st.columns([7, 3], vertical_alignment="center")
    data = shown_name(run.data_name)
    data = "" if data == run.name else literal(data)
    about = [f"**{literal(run.name)}**", data, literal(run.model), run_method_name(run)]
    about_place.markdown(" · ".join(filter(None, about)))
    new_place.button(
        _("New run"),
        icon=":material/add:",
        key="learn_new",
        on_click=choose_run,
        args=(None,),
        width="stretch",
    )
    link_popover({}, of_runs=(RUN_PARAMETER,))
    if not run.uploaded:
        st.subheader(outcome_title(status, report), anchor=False)


def _follow(run: LearningRun, drawn: RunStatus) -> None:
    """Draw how far a run is and its curves; the whole page anew when it has begun or ended meanwhile."""
    store = run_store()
    try:
        status, points = store.status(run.id), run_history(store, run.id)
    except BertScopeError as error:  # deleted meanwhile
        if drawn.open:
            st.rerun()
        show_error(error)
        return
    if drawn.open and status.phase != drawn.phase:
        st.rerun()
    if status.open:
        keep_worker_alive()
        draw_progress(run, status, points)
    elif not points:
        return
    best = _best_step(status, points)
    draw_live(
        learning_curves(points, chart_style(), _curve_words(run), steps=status.steps, best_step=best),
        "learn_curves",
        about=run.id,
        picture="learning_curves",
        alt=_("Curves over the steps: loss, score on the validation examples, learning rate"),
        changes=status.open,
    )


def _follow_confusion(run: LearningRun, drawn: RunStatus) -> None:
    """Draw what the model confuses on the validation examples: now, or with the weights that were kept."""
    store = run_store()
    try:
        points = run_history(store, run.id)
    except BertScopeError:
        return
    watched = [point for point in points if _has_confusion(point, len(run.labels))]
    if not watched:
        return
    kept = None if drawn.open or store.model_folder(run.id) is None else _best_step(drawn, points)
    shown = next((point for point in watched if point.step == kept), watched[-1])
    assert shown.validation and shown.validation.confusion is not None
    st.caption(
        _("Validation examples after step {step}, whose weights are kept:", step=number(shown.step))
        if shown.step == kept
        else _("Validation examples after step {step}:", step=number(shown.step))
    )
    draw_live(
        learning_confusion(shown.validation.confusion, run.labels, chart_style(), confusion_words()),
        "learn_confusion",
        about=run.id,
        picture="confusion",
        alt=_("Table of colours: right classes in rows, what the model said in columns"),
        changes=drawn.open,
    )


def _has_confusion(point: LearningPoint, classes: int) -> bool:
    watched = point.validation
    return watched is not None and watched.confusion is not None and watched.confusion.shape == (classes,) * 2


def _best_step(status: RunStatus, points: tuple[LearningPoint, ...]) -> int | None:
    """Return the step with the best score so far, of equal ones that with the lowest loss."""
    if status.best_step is not None:
        return status.best_step
    watched = [point for point in points if point.validation]
    best = max(watched, key=lambda p: (p.validation.score, -p.validation.loss), default=None)  # type: ignore[union-attr]
    return best.step if best else None


def _curve_words(run: LearningRun) -> CurveWords:
    return CurveWords(
        step=_("Step"),
        epoch=_("epoch"),
        loss=_("Loss"),
        smoothed=_("Loss, smoothed"),
        validation_loss=_("Loss on the validation examples"),
        score=_("{score} on the validation examples", score=score_name(watched_score(run.task, run.labels))),
        learning_rate=_("Learning rate"),
        best=_("best"),
        nothing_yet=_("No step is done yet."),
    )


def _draw_features_of(run: LearningRun) -> None:
    """Offer the simple ways on the data of the run, so that there is something to compare it with."""
    try:
        data = run_data(run)
    except BertScopeError as error:
        show_error(error)
        return
    draw_features(run.model, run.revision, data)
