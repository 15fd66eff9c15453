"""What the views of the workshop are about: the data and the run that were chosen."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import InputError, RunNotFoundError
from bertviz_core.jobs.run_store import run_store
from bertviz_core.results import LearningRun, PreparedData
from bertviz_core.ui.address import address
from bertviz_core.ui.fine_tuning.data_choice import prepared_data
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.run_parameters import CHOSEN_RUN, RUN_PARAMETER, chosen_run_id


def chosen_data() -> PreparedData | None:
    """Return the chosen set, parted; None where what somebody brought cannot be learned from."""
    try:
        return prepared_data()
    except InputError:
        return None


def chosen_run() -> LearningRun | None:
    """Return the run that the address names or that was chosen in this visit; None where there is none."""
    run_id = chosen_run_id()
    if not run_id:
        return None
    try:
        run = run_store().run(run_id)
    except RunNotFoundError as error:
        choose_run(None)
        show_error(error)
        return None
    choose_run(run.id)
    return run


def choose_run(run_id: str | None) -> None:
    """Make a run the one that all views are about, or none."""
    st.session_state[CHOSEN_RUN] = run_id
    address.put(RUN_PARAMETER, run_id or "", usual="", told=True)
