"""A run that has left a model, with the two engines that are compared; or a way to get one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.jobs.run_store import run_store
from bertviz_core.models.run_models import PREFIX
from bertviz_core.results import LearningData, LearningRun
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.fine_tuning.question import chosen_run
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import engine_of

if TYPE_CHECKING:
    from bertviz_core import BertEngine

VIEW_CHOICE = "fine_tuning_view_choice"
"""Session key of the choice between views."""


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
        return _data(self.run.id, self.run.fingerprint)


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


def _hint(text: str) -> None:
    st.info(text, icon=":material/info:")
    with st.container(horizontal=True):
        for view, name, icon in (
            ("runs", _("Choose a run"), ":material/list:"),
            ("learn", _("Learn"), ":material/school:"),
        ):
            st.button(name, icon=icon, key=f"change_open_{view}", on_click=_open_view, args=(view,))


def _open_view(view: str) -> None:
    st.session_state[VIEW_CHOICE] = view


@st.cache_resource(max_entries=4, show_spinner=False)
def _data(run_id: str, fingerprint: str) -> LearningData:
    return run_store().data(run_id)
