"""The fine-tuned model that is asked: of the chosen run, of the sidebar, or of the visitor's last run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.errors import RunNotFoundError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.models.catalogue import BUNDLED_ID
from bertviz_core.models.run_models import PREFIX, is_run_model
from bertviz_core.results import LearningRun
from bertviz_core.ui.fine_tuning.question import choose_run, chosen_run
from bertviz_core.ui.fine_tuning.run_line import run_line
from bertviz_core.ui.fine_tuning.run_rows import run_rows
from bertviz_core.ui.fine_tuning.runs_download import save_model
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import chosen_model, current_engine, engine_of
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def asked_engine() -> BertEngine | None:
    """Return the engine of the model that is asked; without one say what to do and return None."""
    run = chosen_run()
    if run is not None and run_store().model_folder(run.id) is None:
        _say_it_has_none(run)
        return None
    if run is not None:
        return engine_of(PREFIX + run.id)
    if is_run_model(chosen_model()):
        choose_run(chosen_model().removeprefix(PREFIX))
        return current_engine()
    if chosen_model() != BUNDLED_ID and current_engine().has_task_head:
        return current_engine()
    if last := _last_run():
        choose_run(last.id)
        return engine_of(PREFIX + last.id)
    _say_there_is_none()
    return None


def run_of(engine: BertEngine) -> str | None:
    """Return the id of the run that a model comes from."""
    return engine.info.id.removeprefix(PREFIX) if is_run_model(engine.info.id) else None


def who_answers(engine: BertEngine) -> str:
    """Return a line that names the run whose model answers, or a model that was brought from elsewhere."""
    if run := _asked_run(engine):
        return run_line(run)
    return _("Asked is the fine-tuned model “{name}”.", name=literal(engine.info.name))


def save_asked_model(engine: BertEngine, texts: tuple[str, ...]) -> None:
    """Offer the model that answered in the open menu, with a notebook about the texts; see `save_model`."""
    if run := _asked_run(engine):
        save_model(run, texts)


def _asked_run(engine: BertEngine) -> LearningRun | None:
    """Return the run of a model; None of one from elsewhere, or whose run was deleted since it was loaded."""
    run_id = run_of(engine)
    try:
        return None if run_id is None else run_store().run(run_id)
    except RunNotFoundError:
        return None


def _last_run() -> LearningRun | None:
    """Return the visitor's newest run that has a model."""
    store = run_store()
    rows = (row for row in run_rows(store) if row.status.phase in ("done", "stopped"))
    return next((row.run for row in rows if store.model_folder(row.run.id)), None)


def _say_it_has_none(run: LearningRun) -> None:
    status = run_store().status(run.id)
    name = literal(run.name)
    st.info(
        _("“{name}” is still learning. It can be asked as soon as it is finished.", name=name)
        if status.open
        else _("“{name}” ended without a model, so there is nothing to ask.", name=name),
        icon=":material/info:",
    )
    with st.container(horizontal=True):
        view_button(
            _("See how it learns"), "learn", key="ask_to_learn", icon=":material/school:", primary=True
        )
        view_button(_("Choose another run"), "runs", key="ask_to_runs", icon=":material/list:")


def _say_there_is_none() -> None:
    st.info(
        _(
            "There is no fine-tuned model yet. Let one learn, choose one of your runs, or choose a "
            "fine-tuned model in the sidebar."
        ),
        icon=":material/info:",
    )
    with st.container(horizontal=True):
        view_button(_("Choose data"), "data", key="ask_to_data", icon=":material/table:", primary=True)
        view_button(_("Your runs"), "runs", key="ask_to_runs", icon=":material/list:")
