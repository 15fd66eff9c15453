"""The parameters of the page's address: read as the browser shows them, changed through the browser.

Views in the browser write their choices into the address without asking the server. Streamlit's front end
keeps a copy of the parameters that a visit began with, or that a script wrote to `st.query_params`, and sends
the copy instead of what the address says; only an empty copy makes it look. So the copy is emptied once, and
from then on nothing writes to `st.query_params`.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, MutableMapping
from urllib.parse import urlsplit

import streamlit as st

from bertviz_core.components.address import change_address
from bertviz_core.results import Note
from bertviz_core.ui.address_notes import (
    address_notes,
    compare_with_arrived,
    keep_arrived,
    know_arrived,
    note_fallback,
)

Changes = dict[str, str | None]
"""New values by parameter; None takes it away."""

_OURS = "address_is_ours"
_CHANGES, _WRITTEN = "address_changes", "address_written"
_VISIT, _NUMBER, _PAGE = "address_visit", "address_number", "address_page"
_CARRIED = "address_carried"

_LATE_S = 5.0
"""No click comes later than this before the browser has made the changes of the last run."""


class Address(MutableMapping[str, str]):
    """The parameters of the address, with the changes of this run."""

    def __getitem__(self, name: str) -> str:
        """Return the value of a parameter."""
        return _parameters()[name]

    def __setitem__(self, name: str, value: str) -> None:
        """Give a parameter a value."""
        if self.get(name) != value:
            _changes()[name] = value

    def __delitem__(self, name: str) -> None:
        """Take a parameter away."""
        if name not in self:
            raise KeyError(name)
        _changes()[name] = None

    def __iter__(self) -> Iterator[str]:
        """Name the parameters."""
        return iter(_parameters())

    def __len__(self) -> int:
        """Count them."""
        return len(_parameters())

    def number(self, name: str) -> int | None:
        """Return the whole number below 10,000 that a parameter says, if it says one."""
        text = self.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None

    def put(self, name: str, value: str, *, usual: str | None = None, told: bool = False) -> None:
        """Give a parameter the value that is shown; the usual one is left out of the address.

        Where the visit began with another value, that one could not be shown: a note says so.

        Args:
            name: The parameter.
            value: What is shown.
            usual: What is shown without the parameter; None where every value is named.
            told: The visitor was told in another way what became of the value that the address named.
        """
        if told:
            know_arrived(name)
        compare_with_arrived(name, value, _page(), named=self.get(name))
        if value != usual:
            self[name] = value
        else:
            self.pop(name, None)

    def fell_back(self, name: str, shown: str, *, asked: str | None = None) -> None:
        """Note that a parameter's value cannot be shown, and what is shown in its place.

        Args:
            name: The parameter.
            shown: What is shown; empty for nothing.
            asked: What the address named, where that is taken out of it already.
        """
        if value := asked or self.get(name):
            note_fallback(name, value, shown, _page())

    def notes(self) -> tuple[Note, ...]:
        """Return what the address asked for on this page and is not shown."""
        return address_notes(_page())


address = Address()
"""The address of the visitor whose script is running."""


def take_over_address() -> None:
    """Begin a run: empty the front end's copy, once a visit.

    The first `write_address` puts the parameters back. It comes before the page, which may take seconds:
    whoever loads it anew meanwhile must not lose the text of a link. What a broken-off run meant for the
    address of another page is forgotten.
    """
    state, page = st.session_state, _page()
    before, written, when = state.pop(_WRITTEN, ({}, {}, -_LATE_S))
    if state.get(_PAGE, page) != page:
        state.pop(_CHANGES, None)
    elif before == st.query_params.to_dict() and time.monotonic() - when < _LATE_S:
        state[_CHANGES] = written | _changes()  # they may have been broken off with the run
    _changes().update(state.pop(_CARRIED, {}))
    if not state.get(_OURS):
        state[_OURS] = True
        if st.query_params:
            keep_arrived(st.query_params.to_dict(), _page())
            _changes().update(st.query_params.to_dict())
            st.query_params.clear()


def carry_address(*names: str) -> None:
    """Let the page that this run goes on to begin with these parameters: `st.switch_page` drops all."""
    st.session_state[_CARRIED] = {name: address[name] for name in names if name in address}


def arrive_with(parameters: dict[str, str], page: str) -> None:
    """Make these the parameters of the address, and no others, as if the visit began with them.

    Args:
        parameters: Of the address.
        page: Last part of its path; of another page this run goes on to it.
    """
    keep_arrived(parameters, page)
    if page == _page():
        _changes().update(dict.fromkeys(_parameters()))
        _changes().update(parameters)
    else:
        st.session_state[_CARRIED] = parameters


def page_of_address() -> str | None:
    """Return the last part of the path of the page, as the browser has it; None where it is not known."""
    return _page()


def write_address(key: str = "address") -> None:
    """Hand the changes to the browser: after the sidebar, at the end of a run or of a fragment with changes.

    Args:
        key: Key of the element in the session.
    """
    state, changes = st.session_state, _changes()
    state[_PAGE] = _page()
    if changes:
        state[_NUMBER] = state.get(_NUMBER, 0) + 1
        if _VISIT not in state:
            state[_VISIT] = uuid.uuid4().hex
        change_address(changes, page=state[_PAGE], visit=state[_VISIT], number=state[_NUMBER], key=key)
        sent = st.query_params.to_dict()
        state[_WRITTEN] = (sent, _written(sent) | changes, time.monotonic())
        state[_CHANGES] = {}


def _parameters() -> dict[str, str]:
    sent = st.query_params.to_dict()
    changed = _written(sent) | _changes()
    return {name: value for name, value in (sent | changed).items() if value is not None}


def _written(sent: dict[str, str]) -> Changes:
    """Return what the browser was told to change since it sent these parameters."""
    before, written, _when = st.session_state.get(_WRITTEN, ({}, {}, 0.0))
    return written if before == sent else {}


def _page() -> str | None:
    """Return the last part of the path of the page, as the browser has it."""
    return urlsplit(st.context.url).path.rstrip("/").rpartition("/")[2] if st.context.url else None


def _changes() -> Changes:
    changes: Changes = st.session_state.setdefault(_CHANGES, {})
    return changes
