"""What an address asked for and could not be shown: told once, with what is shown in its place.

Whoever opens an address that was mistyped, or made for another model, would otherwise take what is shown for
what the address names.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from bertviz_core.errors import N_
from bertviz_core.results import Note

_ARRIVED, _FALLEN = "address_arrived", "address_fallen_back"

_MOST_LETTERS = 60
"""Of a value that is quoted."""


def keep_arrived(parameters: Mapping[str, str], page: str | None) -> None:
    """Remember what the address named when a visit began, and on which page."""
    st.session_state[_ARRIVED] = page, dict(parameters)


def compare_with_arrived(name: str, shown: str, page: str | None, *, named: str | None) -> None:
    """Note a parameter that arrived with a value other than the one that is shown first.

    Args:
        name: The parameter.
        shown: What is shown.
        page: The page.
        named: What the address names now: views in the browser may have changed what arrived.
    """
    on_page, arrived = st.session_state.get(_ARRIVED, (None, {}))
    fallen = st.session_state.get(_FALLEN, {})
    if name in fallen and fallen[name][2] != shown:
        del fallen[name]  # the visitor chose another one
    value = arrived.pop(name, None) if on_page == page else None
    if value and value == named and not _same(value, shown):
        note_fallback(name, value, shown, page)


def note_fallback(name: str, value: str, shown: str, page: str | None) -> None:
    """Note that another value is shown than the one which the address names."""
    st.session_state.setdefault(_FALLEN, {})[name] = page, value, shown


def know_arrived(name: str) -> None:
    """Leave out of the notes what is told in another way."""
    st.session_state.get(_ARRIVED, (None, {}))[1].pop(name, None)


def forget_fallback(name: str) -> None:
    """Leave out what a view had in the address that is not shown any more."""
    st.session_state.get(_FALLEN, {}).pop(name, None)


def address_notes(page: str | None) -> tuple[Note, ...]:
    """Return what is to be told on a page."""
    fallen = st.session_state.get(_FALLEN, {})
    return tuple(
        _note(name, value, shown) for name, (on_page, value, shown) in fallen.items() if on_page == page
    )


def _note(name: str, value: str, shown: str) -> Note:
    quoted = value if len(value) <= _MOST_LETTERS else f"{value[:_MOST_LETTERS]} …"
    if not shown:
        template = N_("The address asks for {name}={value}, which cannot be shown; it is left out.")
    else:
        template = N_(
            "The address asks for {name}={value}, which cannot be shown; shown in its place is "
            "{name}={shown}."
        )
    return Note(kind="address", template=template, fields={"name": name, "value": quoted, "shown": shown})


def _same(value: str, shown: str) -> bool:
    """Tell whether two values name the same: numbers by what they are worth, lists by what is in them."""
    if set(value.split(",")) == set(shown.split(",")):
        return True
    try:
        return float(value) == float(shown)
    except ValueError:
        return False
