"""The address as a script sees it while the browser is late, has moved on, or has done as it was told."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui import address as address_room


def script() -> None:
    import streamlit as st

    from bertviz_core.ui.address import address, take_over_address, write_address

    take_over_address()
    st.session_state["seen"] = dict(address)
    write_address()
    if st.session_state.get("broken_off"):
        address["text"] = "Bebo [MASK]"


@pytest.fixture
def app() -> AppTest:
    """Run the script once for a link; the browser has not yet made the changes."""
    app = AppTest.from_function(script)
    app.query_params.update({"layer": "5", "view": "flow"})
    app.run()
    assert not app.exception
    assert app.session_state["seen"] == {"layer": "5", "view": "flow"}
    assert not app.query_params
    return app


def written(app: AppTest) -> list[dict[str, str | None]]:
    return [json.loads(element.proto.json)["changes"] for element in app.get("bidi_component")]


def test_a_late_browser_is_told_again(app: AppTest) -> None:
    assert written(app.run()) == [{"layer": "5", "view": "flow"}]
    assert app.session_state["seen"] == {"layer": "5", "view": "flow"}


def test_a_browser_that_has_made_the_changes_is_believed(app: AppTest) -> None:
    app.query_params.update({"layer": "5"})  # and has taken the view away since
    assert written(app.run()) == []
    assert app.session_state["seen"] == {"layer": "5"}


def test_after_a_while_the_browser_is_believed(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address_room, "_LATE_S", 0.0)
    assert written(app.run()) == []
    assert app.session_state["seen"] == {}


def test_another_page_gets_nothing_of_a_run_that_was_broken_off(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.session_state["broken_off"] = True
    app.run()
    assert app.run().session_state["seen"]["text"] == "Bebo [MASK]"  # on the same page it comes through
    monkeypatch.setattr(address_room, "_page", lambda: "masked_words")
    assert app.run().session_state["seen"] == {}
