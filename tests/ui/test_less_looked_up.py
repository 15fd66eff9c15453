"""Values looked up one by one are those that Streamlit gathers; components get what they are given."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from streamlit.components.v2.bidi_component.serialization import serialize_mixed_data
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state import SessionState
from streamlit.testing.v1 import AppTest

import app  # noqa: F401 - what serves visitors
from bertviz_core.ui.less_looked_up import StateOnDemand


def script() -> None:
    import streamlit as st

    st.session_state.setdefault("own", 3)
    st.text_input("Named", "a", key="named")
    st.text_input("Emptied", "a", key="emptied")
    st.selectbox("Unnamed", ["x", "y"])


def test_fields_and_menus_hold_what_the_script_put_there() -> None:
    page = AppTest.from_function(script)
    page.session_state["emptied"] = None
    page.run()
    assert not page.exception
    assert page.text_input(key="named").value == "a" and page.text_input(key="emptied").value is None
    assert page.selectbox[0].value == "x"


def test_each_key_says_what_is_gathered() -> None:
    whole = SessionState()
    whole["own"], whole["empty"] = 3, None
    state = SafeSessionState(whole, lambda: None)
    found = state.filtered_state
    assert isinstance(found, StateOnDemand)
    assert dict(found) == whole.filtered_state == {"own": 3, "empty": None} and len(found) == 2
    assert "own" in found and found["own"] == 3 and found["empty"] is None
    for hidden in ("missing", "$$STREAMLIT_INTERNAL_KEY_x", "$$ID-1234-None"):
        assert hidden not in found
        with pytest.raises(KeyError):
            found[hidden]


def test_components_get_lists_and_mappings_as_they_are_and_tables_as_tables() -> None:
    given = {"list": [[1, 2], [3, 4]], "mapping": {"a": [1], "b": [2]}, "text": "x"}
    sent = BidiComponent()
    serialize_mixed_data(given, sent)
    assert json.loads(sent.json) == given
    serialize_mixed_data(given | {"table": pd.DataFrame({"a": [1]})}, sent)
    assert len(sent.mixed.arrow_blobs) == 1
