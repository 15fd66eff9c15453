"""A run that has left a model, with the two engines that are compared; or a way to get one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.jobs.run_store import run_store
from bertviz_core.models.run_models import PREFIX
from bertviz_core.results import LearningData, LearningRun
from bertviz_core.training.compared_examples import compared_texts
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.fine_tuning.question import chosen_run
from bertviz_core.ui.fine_tuning.run_history import run_data
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import engine_of

if TYPE_CHECKING:
    from bertviz_core import BertEngine


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """What is compared."""

    run: LearningRun
    before: BertEngine
    after: BertEngine

    @property
    def key(self) -> tuple[str, str, str]:
        """Name both models and the data."""
        return model_key(self.before), model_key(self.after), self.run.fingerprint

    @property
    def data(self) -> LearningData:
        """Return what was learned from.

        Raises:
            RunNotFoundError: The run was deleted meanwhile.
        """
        return run_data(self.run)

    @property
    def held_out(self) -> tuple[tuple[str, str | None], ...]:
        """Return the texts and pairs to compare on; none of a model that was uploaded."""
        return compared_texts(self.data)


def finished_run() -> FinishedRun | None:
    """Return the chosen run; where it has left no model, say how to get one.

    Raises:
        BertScopeError: One of the two models cannot be loaded.
    """
    run = chosen_run()
    if run is None:
        _hint(_("Choose a run that has ended, or let a model learn something first."))
        return None
    if run_store().model_folder(run.id) is None:
        _hint(_("This run has left no model yet. When it has ended, both models can be compared here."))
        return None
    if not run.model:
        _say_the_base_is_unknown()
        return None
    before, after = engine_of(run.model), engine_of(f"{PREFIX}{run.id}")
    if run.revision is not None and run.revision != before.info.revision:
        st.warning(
            _(
                "The pretrained model is another version than the one that was fine-tuned, so that some of "
                "the differences do not come from fine-tuning."
            ),
            icon=":material/info:",
        )
    return FinishedRun(run=run, before=before, after=after)


def _say_the_base_is_unknown() -> None:
    st.info(
        _(
            "The model that this one was made from is not known here, so there is nothing to compare it "
            "with; it can be asked, and all other pages work with it when it is chosen in the sidebar."
        ),
        icon=":material/info:",
    )
    with st.container(horizontal=True):
        view_button(_("Ask it"), "ask", key="change_to_ask", icon=":material/chat:", primary=True)
        view_button(_("Choose a run"), "runs", key="change_open_runs", icon=":material/list:")


def _hint(text: str) -> None:
    st.info(text, icon=":material/info:")
    with st.container(horizontal=True):
        view_button(_("Choose a run"), "runs", key="change_open_runs", icon=":material/list:")
        view_button(_("Learn"), "learn", key="change_open_learn", icon=":material/school:")
