"""A button that opens another view of the workshop."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.fine_tuning.question import choose_run

_VIEW_CHOICE = "fine_tuning_view_choice"


def view_button(
    label: str, view: str, *, key: str, icon: str, primary: bool = False, run: str | None = None
) -> None:
    """Draw it.

    Args:
        label: What it says.
        view: Name of the view in the address.
        key: Of the button.
        icon: A Material icon.
        primary: It is what most people do next.
        run: Id of a run that is chosen by the way.
    """
    clicked = st.button(
        label,
        icon=icon,
        key=key,
        type="primary" if primary else "secondary",
        on_click=_open,
        args=(view, run),
    )
    if clicked:  # only where a part of the page was drawn anew: the whole page shows the other view already
        st.rerun()


def _open(view: str, run: str | None) -> None:
    st.session_state[_VIEW_CHOICE] = view
    if run is not None:
        choose_run(run)
