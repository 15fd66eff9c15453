"""From a head in a list to the same head in the Explore view."""

from __future__ import annotations

import streamlit as st

from bertviz_core.results import HeadStatistics
from bertviz_core.ui.address import address
from bertviz_core.ui.attention.explore import open_with
from bertviz_core.ui.attention.head_reading import head_reading
from bertviz_core.ui.head_names import head_code, head_name
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal

VIEW_CHOICE = "attention_view_choice"
"""Session key of the choice between views."""


SEVERAL_HEADS = ("combine", "heads", "cell", "zoom")
"""Parameters with which an address asks the Explore view for something else than one whole head."""


def open_head(layer: int, head: int) -> None:
    """Show a head in the Explore view; a callback, since the choice of views is drawn before the lists."""
    st.session_state[VIEW_CHOICE] = "explore"
    open_with(layer, head)
    for parameter in SEVERAL_HEADS:
        address.pop(parameter, None)
    address.update({"layer": str(layer + 1), "head": str(head + 1)})


def chosen_head(statistics: HeadStatistics, chosen: tuple[int, int] | None, *, hint: str) -> None:
    """Say what the chosen head does and offer to open it; without one, say how to choose."""
    words, button = st.columns([5, 4], vertical_alignment="center")
    if chosen is None:
        words.markdown(f":small[:gray[{hint}]]")
        button.button(_("Open the head"), disabled=True, key="heads_open_none", width="stretch")
        return
    words.markdown(f":small[**{head_name(*chosen)}:** {literal(head_reading(statistics, *chosen))}.]")
    button.button(
        _("Open {head}", head=head_code(chosen)),
        icon=":material/open_in_new:",
        key="heads_open",
        type="primary",
        width="stretch",
        on_click=open_head,
        args=chosen,
    )
