"""Which runs are meant: the chosen one, and those marked in the list, by their ids in the address."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.address import address

RUN_PARAMETER, MARKED_PARAMETER = "run", "runs"
CHOSEN_RUN = "fine_tuning_run"
"""Key of the session under which the run that was chosen in this visit is kept."""


def chosen_run_id() -> str | None:
    """Return what the address names as a run, whatever that is, or the id of the one chosen in this visit."""
    return address.get(RUN_PARAMETER) or st.session_state.get(CHOSEN_RUN)
