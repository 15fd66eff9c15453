"""What Streamlit looks up in each run of the script, for each visitor, and nobody here needs.

For each field and each menu it gathers the values of all widgets and components, to look whether one of them
is None; in each list and mapping that a component is given it looks for a table. Together an eighth of a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from streamlit.components.v2.bidi_component import serialization
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


_is_table = serialization.is_dataframe_like


def is_table(value: object) -> bool:
    """Tell whether a component is given a table, which lists and mappings of JSON are not."""
    return not isinstance(value, list | dict) and _is_table(value)


def look_up_less() -> None:
    """Have Streamlit do without, from now on."""
    SafeSessionState.filtered_state = property(StateOnDemand)  # type: ignore[assignment, method-assign]
    serialization.is_dataframe_like = is_table  # type: ignore[assignment]
