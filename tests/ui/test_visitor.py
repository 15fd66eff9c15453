"""A browser is known by its cookie, whatever else somebody writes into it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.results import LearningRun, LearningSettings
from bertviz_core.ui import visitor
from bertviz_core.ui.visitor import owns

TOKEN = "0123456789abcdef0123456789abcdef"

RUN = LearningRun(
    id="0123456789abcdef",
    name="spam",
    owner="",
    created="2026-11-28T10:00:00+00:00",
    task="sentence",
    data_name="spam",
    fingerprint="",
    counts=(1, 1, 1),
    labels=("a", "b"),
    model="mini",
    revision=None,
    settings=LearningSettings(),
    versions={},
)


def _script() -> None:
    import streamlit as st

    from bertviz_core.ui.visitor import keep_visitor, visitor

    keep_visitor()
    st.text(visitor())


def name_of(app: AppTest) -> str:
    assert not app.exception
    return app.text[0].value


def connect(monkeypatch: pytest.MonkeyPatch, cookie: str | None, connection: str) -> None:
    cookies = {} if cookie is None else {"bertscope_visitor": cookie}
    context = SimpleNamespace(cookies=cookies, headers={"Sec-WebSocket-Key": connection})
    monkeypatch.setattr(visitor.st, "context", context)


@pytest.fixture
def with_cookie(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], AppTest]:
    """Visit with a cookie, or without one."""

    def visit(cookie: str | None) -> AppTest:
        connect(monkeypatch, cookie, "first")
        return AppTest.from_function(_script).run()

    return visit


def test_the_cookie_names_the_visitor(with_cookie: Callable[..., AppTest]) -> None:
    assert name_of(with_cookie(TOKEN)) == hashlib.sha256(TOKEN.encode()).hexdigest()
    assert name_of(with_cookie(TOKEN)) == name_of(with_cookie(TOKEN))


def test_without_a_cookie_a_visit_has_a_name_of_its_own(with_cookie: Callable[..., AppTest]) -> None:
    app = with_cookie(None)
    first = name_of(app)
    assert name_of(app.run()) == first
    assert name_of(with_cookie(None)) != first


@pytest.mark.parametrize(
    "cookie",
    ["", "a", TOKEN.upper(), TOKEN + "0", TOKEN + "\n", "../" * 8, "<script>", "０" * 32, "x" * 100_000],
)
def test_what_is_no_token_is_no_name(cookie: str, with_cookie: Callable[..., AppTest]) -> None:
    name = name_of(with_cookie(cookie))
    assert name != hashlib.sha256(cookie.encode()).hexdigest()
    assert name != name_of(with_cookie(cookie))  # nobody shares a name by sending the same nonsense


def test_a_browser_that_comes_back_has_its_name(
    with_cookie: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = with_cookie(None)
    first, token = name_of(app), app.session_state["visitor_token"]
    connect(monkeypatch, token, "second")
    assert name_of(app.run()) == first
    assert name_of(app.run()) == first


@pytest.mark.parametrize("cookie", [None, "x", "f" * 32])
@pytest.mark.parametrize("begun", [None, TOKEN])
def test_a_session_taken_over_without_its_cookie_has_another_name(
    begun: str | None,
    cookie: str | None,
    with_cookie: Callable[..., AppTest],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = with_cookie(begun)
    first, token = name_of(app), app.session_state["visitor_token"]
    connect(monkeypatch, cookie, "second")
    taken = name_of(app.run())
    assert taken != first
    assert name_of(app.run()) == taken
    (component,) = app.get("bidi_component")
    assert token not in component.proto.json
    connect(monkeypatch, token, "third")  # whose it was may come back
    assert name_of(app.run()) == first


def test_what_a_browser_told_in_another_connection_is_no_name(
    with_cookie: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = SimpleNamespace(kept=None)
    monkeypatch.setattr(visitor, "keep_in_browser", lambda *_, **__: told)
    app, owner = with_cookie(None), hashlib.sha256(TOKEN.encode()).hexdigest()
    told.kept = TOKEN
    app.session_state["kept_in_browser"] = {"kept": TOKEN}
    app.run()
    assert name_of(app) == owner
    connect(monkeypatch, None, "second")
    assert name_of(app.run()) != owner
    connect(monkeypatch, TOKEN, "third")
    assert name_of(app.run()) == owner


def test_the_browser_is_given_the_token_to_keep(with_cookie: Callable[..., AppTest]) -> None:
    app = with_cookie(None)
    (component,) = app.get("bidi_component")
    assert app.session_state["visitor_token"] in component.proto.json
    assert hashlib.sha256(app.session_state["visitor_token"].encode()).hexdigest() == name_of(app)


def test_a_run_is_its_owners_or_everybodys(
    data_folder: Path, settings: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor, "visitor", lambda: "me")
    assert owns(replace(RUN, owner="me"))
    assert not owns(replace(RUN, owner="you"))
    assert not owns(RUN)
    settings(share_runs="true")
    assert owns(replace(RUN, owner="you"))
