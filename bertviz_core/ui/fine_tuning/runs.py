"""The visitor's runs: what each reached, side by side, and what can be done with them."""

from __future__ import annotations

import streamlit as st

from bertviz_core.jobs.run_store import run_store
from bertviz_core.settings import get_settings
from bertviz_core.ui.address import address, write_address
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.fine_tuning.data_choice import shown_name
from bertviz_core.ui.fine_tuning.learn_names import duration_text, phase_name, run_method_name, score_name
from bertviz_core.ui.fine_tuning.run_rows import RunRow, begun_text, run_rows
from bertviz_core.ui.fine_tuning.runs_actions import damaged_runs, run_actions
from bertviz_core.ui.fine_tuning.runs_compare import ALONG_PARAMETER, compare_runs
from bertviz_core.ui.fine_tuning.runs_files import runs_csv
from bertviz_core.ui.fine_tuning.runs_upload import upload_menu
from bertviz_core.ui.fine_tuning.view_button import view_button
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.run_parameters import MARKED_PARAMETER
from bertviz_core.ui.text_key import text_key
from bertviz_core.ui.written_numbers import percent

PARAMETERS = (MARKED_PARAMETER, ALONG_PARAMETER)

POLL_S = 3.0
_CHOSEN = "runs_chosen"


def draw() -> None:
    """Draw the list; while a run is open it is drawn anew every few seconds, the page around it is not."""
    head_place, upload_place = st.columns([5, 2], vertical_alignment="bottom")
    head_place.subheader(_("Everybody's runs") if get_settings().share_runs else _("Your runs"), anchor=False)
    with upload_place:
        upload_menu()
    link_popover({}, of_runs=(MARKED_PARAMETER,))
    store = run_store()
    some_open = any(row.status.open for row in run_rows(store))
    st.fragment(_draw_runs, run_every=POLL_S if some_open else None)(some_open)
    damaged_runs(store)


def _draw_runs(open_when_drawn: bool) -> None:
    store = run_store()
    rows = run_rows(store)
    if open_when_drawn and not any(row.status.open for row in rows):
        st.rerun()
    if not rows:
        _say_there_are_none()
        return
    chosen = _choose(rows)
    st.caption(
        _("Mark a run to open, rename or delete it; mark several to compare them.")
        if not chosen
        else _("{count} of {all} runs are marked.", count=number(len(chosen)), all=number(len(rows)))
    )
    if chosen:
        run_actions(store, chosen)
        compare_runs(store, chosen)
    download_button(_("All runs as CSV"), "runs.csv", runs_csv(rows))
    write_address("runs_address")


def _say_there_are_none() -> None:
    st.info(_("There is no run yet. Choose data, then press “Learn”."), icon=":material/info:")
    view_button(_("Choose data"), "data", key="runs_to_data", icon=":material/table:", primary=True)


def _choose(rows: list[RunRow]) -> list[RunRow]:
    """Show the list and return the marked runs; they stay marked when the list grows."""
    ids = [row.run.id for row in rows]
    named = st.session_state.get(_CHOSEN) or address.get(MARKED_PARAMETER, "").split(",")
    selection = st.dataframe(
        _table(rows),
        hide_index=True,
        on_select="rerun",
        selection_mode="multi-row",
        selection_default={"selection": {"rows": [place for place, id_ in enumerate(ids) if id_ in named]}},
        key=f"runs_table_{text_key(*ids)}",  # a row means another run in another list
        alt=_("Table of runs"),
    )
    marked = [rows[place] for place in selection.selection.rows if 0 <= place < len(rows)]
    st.session_state[_CHOSEN] = tuple(row.run.id for row in marked)
    address.put(MARKED_PARAMETER, ",".join(row.run.id for row in marked), usual="")
    return marked


def _table(rows: list[RunRow]) -> dict[str, list[str]]:
    return {
        _("Name"): [row.run.name for row in rows],
        _("Data"): [shown_name(row.run.data_name) for row in rows],
        _("Model"): [row.run.model for row in rows],
        _("Method"): [run_method_name(row.run) for row in rows],
        _("State"): [phase_name(row.status) for row in rows],
        _("Held-out score"): [_score_text(row) for row in rows],
        _("Duration"): [duration_text(row.status.seconds) if row.status.seconds else "" for row in rows],
        _("Begun"): [begun_text(row.run) for row in rows],
    }


def _score_text(row: RunRow) -> str:
    """Write the score, which one it is, since those of other tasks are others, and of how many examples."""
    if row.score is None:
        return ""
    name, value = row.score
    return _(
        "{value} ({score}, {count} examples)",
        value=percent(value),
        score=score_name(name),
        count=number(row.run.counts[2]),
    )
