"""Which view of the attention page is open: chosen by a click, named in the address."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.attention import explore, flow, heads, query_key, switch_off
from bertviz_core.ui.attention.head_opening import VIEW_CHOICE
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

VIEW_PARAMETER = "view"

_DRAWN = "attention_view_drawn"
_CLEARED_S = 0.05
"""Long enough for the browser to empty a place before the next view fills it."""


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the attention of a text."""

    name: Callable[[], str]
    """Its name in the visitor's language."""
    draw: Callable[[BertEngine, str, str | None], None]
    """Draws it for a text and a second one."""
    parameters: tuple[str, ...] = ()
    """What it alone has in the address; taken away when another view is opened."""


VIEWS = {
    "explore": View(lambda: _("Explore"), explore.draw),
    "heads": View(lambda: _("Which head?"), heads.draw, ("find", "find_colour", "find_from", "find_to")),
    "flow": View(lambda: _("Flow"), flow.draw, ("token", "direction", "without")),
    "query_key": View(lambda: _("Query and key"), query_key.draw, ("query", "key")),
    "off": View(lambda: _("Switch off"), switch_off.draw, ("off", "word")),
}


def choose_view() -> View:
    """Offer the views; return the chosen one, at first the one that the address names."""
    named = address.get(VIEW_PARAMETER, "")
    first = next(iter(VIEWS))
    chosen = st.segmented_control(
        _("View"),
        list(VIEWS),
        default=None if VIEW_CHOICE in st.session_state else named if named in VIEWS else first,
        format_func=lambda view: VIEWS[view].name(),
        required=True,
        key=VIEW_CHOICE,
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(VIEW_PARAMETER, chosen or first, usual=first)
    return VIEWS[chosen or first]


@contextmanager
def view_room(view: View) -> Iterator[None]:
    """Draw a view in its place, emptied first of another view: Streamlit would leave that until the end."""
    place = st.empty()
    last: View = st.session_state.get(_DRAWN, view)
    if last != view:
        place.empty()
        time.sleep(_CLEARED_S)
        for parameter in last.parameters:
            address.pop(parameter, None)
    st.session_state[_DRAWN] = view
    with place.container():
        yield
