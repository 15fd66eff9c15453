"""A widget that asks for its own value gets that one.

Streamlit gathers the values of all widgets and components, for each field and each menu anew, to look whether
one of them is None: a twelfth of what a run of the script costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from streamlit.runtime.state.common import is_element_id
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import _is_internal_key


class StateOnDemand(Mapping[str, Any]):
    """The state of a visit by the keys that the script gave; gathered only by who goes through all of it."""

    def __init__(self, state: SafeSessionState) -> None:
        self._state = state

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str) or _is_hidden(key):
            return False
        with self._state._lock:
            return key in self._state._state

    def __getitem__(self, key: str) -> Any:
        if _is_hidden(key):
            raise KeyError(key)
        with self._state._lock:
            return self._state._state[key]

    def __iter__(self) -> Iterator[str]:
        return iter(_gathered(self._state))

    def __len__(self) -> int:
        return len(_gathered(self._state))


def _is_hidden(key: str) -> bool:
    return is_element_id(key) or _is_internal_key(key)


_gathered = SafeSessionState.filtered_state.fget  # type: ignore[attr-defined]


def look_up_on_demand() -> None:
    """Have Streamlit's widgets look up their values so, from now on."""
    SafeSessionState.filtered_state = property(StateOnDemand)  # type: ignore[assignment, method-assign]
