"""Which view of the attention page is open: chosen by a click, named in the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.attention import explore, flow, heads, query_key, switch_off
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

VIEW_PARAMETER = "view"


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the attention of a text."""

    name: Callable[[], str]
    """Its name in the visitor's language."""
    draw: Callable[[BertEngine, str, str | None], None]
    """Draws it for a text and a second one."""


VIEWS = {
    "explore": View(lambda: _("Explore"), explore.draw),
    "heads": View(lambda: _("Which head?"), heads.draw),
    "flow": View(lambda: _("Flow"), flow.draw),
    "query_key": View(lambda: _("Query and key"), query_key.draw),
    "off": View(lambda: _("Switch off"), switch_off.draw),
}


def choose_view() -> View:
    """Offer the views; return the chosen one, at first the one that the address names."""
    named = st.query_params.get(VIEW_PARAMETER, "")
    first = next(iter(VIEWS))
    chosen = st.segmented_control(
        _("View"),
        list(VIEWS),
        default=named if named in VIEWS else first,
        format_func=lambda view: VIEWS[view].name(),
        required=True,
        key="attention_view_choice",
        label_visibility="collapsed",
        persist_state="session",
    )
    if chosen != first:
        st.query_params[VIEW_PARAMETER] = chosen or first
    elif VIEW_PARAMETER in st.query_params:
        del st.query_params[VIEW_PARAMETER]
    return VIEWS[chosen or first]
