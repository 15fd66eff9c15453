"""The parameters of the page's address: read as the browser shows them, changed through the browser.

Views in the browser write their choices into the address without asking the server. Once a script has written
to `st.query_params`, Streamlit's front end goes on sending what the script wrote instead of what the address
says, and the next writing takes the browser's changes away. So nothing here writes to `st.query_params`.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

import streamlit as st

from bertviz_core.components.address import change_address

_CHANGES = "address_changes"


class Address(MutableMapping[str, str]):
    """The parameters of the address, with the changes of this run."""

    def __getitem__(self, name: str) -> str:
        """Return the value of a parameter."""
        changes = _changes()
        value = changes[name] if name in changes else st.query_params[name]
        if value is None:
            raise KeyError(name)
        return value

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
        names = dict.fromkeys([*st.query_params, *_changes()])
        return (name for name in names if _changes().get(name, "") is not None)

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


address = Address()
"""The address of the visitor whose script is running."""


def write_address(key: str = "address") -> None:
    """Hand the changes to the browser; the last thing that a run, or a fragment with changes, does.

    Args:
        key: Key of the element in the session.
    """
    changes = _changes()
    if changes:
        change_address(changes, key=key)
        changes.clear()


def _changes() -> dict[str, str | None]:
    changes: dict[str, str | None] = st.session_state.setdefault(_CHANGES, {})
    return changes
