"""What a page or a fragment raises becomes a sentence with a number, never a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from streamlit.runtime.scriptrunner import script_runner
from streamlit.testing.v1 import AppTest

import app
from bertviz_core.ui.page_faults import show_fault


def page() -> None:
    import streamlit as st

    @st.fragment
    def part() -> None:
        if st.button("in a fragment"):
            int("a secret")

    part()
    if st.button("on the page"):
        int("a secret")
    if st.button("a sentence"):
        from bertviz_core.errors import InputError

        raise InputError("“{word}” is no word.", word="*x*")


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AppTest]:
    """Open the page as the server does, with its handler of faults."""
    made = script_runner.ScriptRunner.__init__

    def with_handler(self: object, *arguments: object, **named: object) -> None:
        made(self, *arguments, **{**named, "on_script_error": show_fault})  # type: ignore[arg-type]

    monkeypatch.setattr(script_runner.ScriptRunner, "__init__", with_handler)
    return lambda: AppTest.from_function(page).run()


def test_the_server_has_it() -> None:
    assert app.app._on_script_error is show_fault


@pytest.mark.parametrize("button", [0, 1])
def test_a_fault_is_a_sentence_with_a_number(
    visit: Callable[[], AppTest], caplog: pytest.LogCaptureFixture, button: int
) -> None:
    shown = visit().button[button].click().run()
    assert not shown.exception
    number = re.search(r"log under ([0-9a-f]{8})\.", shown.error[0].value)
    assert number and f"Fault {number[1]}, on the page" in caplog.text
    assert "ValueError at" in caplog.text and "secret" not in caplog.text
    assert not visit().error


def test_a_sentence_that_a_page_forgot_to_show_is_shown(visit: Callable[[], AppTest]) -> None:
    shown = visit().button[2].click().run()
    assert not shown.exception and not shown.error
    assert "is no word." in shown.warning[0].value and r"\*x\*" in shown.warning[0].value
