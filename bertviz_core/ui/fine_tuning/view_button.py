"""A button that opens another view of the workshop."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.fine_tuning.question import choose_run
from bertviz_core.ui.views import ask_for_view


def view_button(
    label: str, view: str, *, key: str, icon: str, primary: bool = False, run: str | None = None
) -> None:
    """Draw it; in a fragment too a click draws the whole page anew.

    Args:
        label: What it says.
        view: Name of the view in the address.
        key: Of the button.
        icon: A Material icon.
        primary: It is what most people do next.
        run: Id of a run that is chosen by the way; "" leaves the one that is open.
    """
    if st.button(
        label,
        icon=icon,
        key=key,
        type="primary" if primary else "secondary",
        on_click=_open,
        args=(view, run),
    ):
        st.rerun()


def _open(view: str, run: str | None) -> None:
    ask_for_view("fine_tuning", view)
    if run is not None:
        choose_run(run or None)
