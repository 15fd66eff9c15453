"""The ways in which one page looks at a text: chosen by a click, named in the address."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.address_notes import forget_fallback
from bertviz_core.ui.i18n import _

VIEW_PARAMETER = "view"

GAP: Final = "xsmall"
"""Between the elements of a view."""

_CLEARED_S = 0.05
"""Long enough for the browser to empty a place before the next view fills it."""


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at a text."""

    name: Callable[[], str]
    """Its name in the visitor's language."""
    draw: Callable[..., None]
    """Draws it; every view of a page takes the same arguments."""
    parameters: tuple[str, ...] = ()
    """What it alone has in the address; taken away when another view is opened."""
    texts: Callable[[], dict[str, str]] = dict
    """What was typed in it, by parameters that only a link carries."""


def choose_view(page: str, views: Mapping[str, View]) -> View:
    """Offer the views of a page; return the chosen one, at first the one that the address names.

    Args:
        page: Name of the page in the keys of the session.
        views: By their names in the address; the first one opens by itself.
    """
    key, named, first = f"{page}_view_choice", address.get(VIEW_PARAMETER, ""), next(iter(views))
    if (asked := st.session_state.pop(_asked_key(page), None)) in views:
        st.session_state[key] = asked
    chosen = st.segmented_control(
        _("View"),
        list(views),
        default=None if key in st.session_state else named if named in views else first,
        format_func=lambda view: views[view].name(),
        required=True,
        key=key,
        label_visibility="collapsed",
        wrap=True,
        persist_state="session",
    )
    address.put(VIEW_PARAMETER, chosen or first, usual=first)
    return views[chosen or first]


def ask_for_view(page: str, view: str) -> None:
    """Open a view of a page when the whole page is next drawn.

    What is given to the choice itself by a button inside a fragment is lost: the browser, which was not told
    of it, sends what was chosen before.
    """
    st.session_state[_asked_key(page)] = view


def _asked_key(page: str) -> str:
    return f"{page}_view_asked"


@contextmanager
def view_room(page: str, view: View) -> Iterator[None]:
    """Draw a view in its place, emptied first of another view: Streamlit would leave that until the end.

    Emptied for the same view, the place would begin anew in the browser, without what was unfolded in it.
    """
    drawn = f"{page}_view_drawn"
    last: View = st.session_state.get(drawn, view)
    st.session_state[drawn] = view
    if last == view:
        place = st.container(gap=GAP)
    else:
        emptied = st.empty()
        time.sleep(_CLEARED_S)
        for parameter in last.parameters:
            address.pop(parameter, None)
            forget_fallback(parameter)
        place = emptied.container(gap=GAP)
    with place:
        yield
