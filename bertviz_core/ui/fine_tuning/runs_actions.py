"""What can be done with marked runs: open, rename, delete, stop, save."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.jobs.run_store import LONGEST_NAME, RunStore
from bertviz_core.settings import get_settings
from bertviz_core.ui.address import address
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.fine_tuning.question import choose_run
from bertviz_core.ui.fine_tuning.run_rows import RunRow
from bertviz_core.ui.fine_tuning.runs_download import model_download
from bertviz_core.ui.fine_tuning.runs_files import curves_csv, run_json
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.run_parameters import RUN_PARAMETER
from bertviz_core.ui.text import literal
from bertviz_core.ui.visitor import owns

_PROBLEM = "runs_problem"


def run_actions(store: RunStore, marked: Sequence[RunRow]) -> None:
    """Draw the buttons for marked runs; some are for a single one."""
    with st.container(horizontal=True):
        if len(marked) == 1:
            run = marked[0].run
            view_button(
                _("Open"), "learn", key="runs_open", icon=":material/open_in_full:", primary=True, run=run.id
            )
            if owns(run):
                _rename(store, marked[0])
            download_button(_("Run as JSON"), "run.json", lambda: run_json(store, run))
            model_download(run)
        if all(owns(row.run) for row in marked):
            _delete(store, marked)
        download_button(
            _("Curves as CSV"), "curves.csv", lambda: curves_csv(store, [row.run for row in marked])
        )
    if problem := st.session_state.pop(_PROBLEM, None):
        show_error(problem)


def damaged_runs(store: RunStore) -> None:
    """Name the runs that cannot be read, with a button each that deletes them.

    Whose they are cannot be read either: they are shown where all runs are everybody's.
    """
    damaged = store.damaged() if get_settings().share_runs else ()
    if not damaged:
        return
    with st.expander(_("Damaged runs: {count}", count=len(damaged)), icon=":material/warning:"):
        st.caption(_("Their files cannot be read any more. All that can be done is to delete them."))
        for run_id in damaged:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.code(run_id, language=None, width="content")
                st.button(
                    _("Delete"),
                    icon=":material/delete:",
                    key=f"runs_damaged_{run_id}",
                    on_click=_delete_now,
                    args=(store, (run_id,)),
                )
    if problem := st.session_state.pop(_PROBLEM, None):
        show_error(problem)


def _rename(store: RunStore, row: RunRow) -> None:
    field = f"runs_name_{row.run.id}"
    with st.popover(_("Rename"), icon=":material/edit:"):
        st.text_input(_("Name"), value=row.run.name, max_chars=LONGEST_NAME, key=field)
        st.button(
            _("Keep the name"), key="runs_rename", on_click=_rename_now, args=(store, row.run.id, field)
        )


def _rename_now(store: RunStore, run_id: str, field: str) -> None:
    try:
        store.rename(run_id, str(st.session_state.get(field, "")))
    except BertScopeError as error:
        st.session_state[_PROBLEM] = error


def _delete(store: RunStore, marked: Sequence[RunRow]) -> None:
    with st.popover(_("Delete"), icon=":material/delete:"):
        names = ", ".join(f"**{literal(row.run.name)}**" for row in marked)
        st.markdown(_("Delete {names} with the model and all numbers? It cannot be undone.", names=names))
        st.button(
            _("Delete for good"),
            type="primary",
            key="runs_delete",
            on_click=_delete_now,
            args=(store, tuple(row.run.id for row in marked)),
        )


def _delete_now(store: RunStore, run_ids: tuple[str, ...]) -> None:
    """Delete runs; the workshop is about none of them any more."""
    for run_id in run_ids:
        try:
            store.delete(run_id)
        except BertScopeError as error:
            st.session_state[_PROBLEM] = error
        if address.get(RUN_PARAMETER) == run_id:
            choose_run(None)
