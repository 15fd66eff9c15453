"""A fresh server: it answers at once, loads what visitors need, and ends when it is told to."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from page_actions import SLOW_MS, settle
from playwright.sync_api import Browser, BrowserContext, expect

from benchmarks.app_under_test import RunningApp, running_app


@pytest.fixture(scope="module")
def fresh() -> Iterator[RunningApp]:
    """Start a server that is still loading when it is handed over."""
    with running_app() as app:
        app.wait_until_healthy()
        yield app


def read(address: str, body: object = None) -> str:
    """Ask for an address as a program does, with JSON if there is any."""
    sent = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, sent, {"Content-Type": "application/json"}), timeout=60) as answer:
        text: str = answer.read().decode()
        return text


def not_ready(app: RunningApp) -> str:
    """Return why visitors are not to be sent to a server."""
    with pytest.raises(HTTPError) as refused:
        read(f"{app.url}/readyz")
    assert refused.value.code == 503
    return refused.value.read().decode()


def test_it_is_not_ready_before_its_model_is_there(fresh: RunningApp) -> None:
    assert not_ready(fresh) == "loading"


def test_whoever_comes_first_gets_the_page_in_its_frame(
    new_visitor: Callable[..., BrowserContext], fresh: RunningApp
) -> None:
    pages = [new_visitor().new_page() for _ in range(3)]
    for page, path in zip(pages, ("masked_words", "attention", "attention"), strict=True):
        page.goto(f"{fresh.url}/{path}", wait_until="commit")
    for page in pages:
        page.set_default_timeout(SLOW_MS)
        expect(page.get_by_text("Interface language")).to_be_visible(timeout=SLOW_MS)
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        for trouble in ("Page not found", "KeyError"):
            expect(page.get_by_text(trouble)).to_have_count(0)


def test_it_becomes_ready(fresh: RunningApp) -> None:
    fresh.wait_until_ready()


def test_programs_ask_it_and_what_they_asked_is_counted(fresh: RunningApp) -> None:
    answer = json.loads(read(f"{fresh.url}/api/v1/fill-mask", {"text": "Ana abrió la [MASK].", "top_k": 2}))
    assert len(answer["masks"][0]["predictions"]) == 2
    counted = read(f"{fresh.url}/metrics")
    assert 'bertscope_api_answers_total{question="fill-mask",status="200"} 1.0' in counted
    assert 'bertscope_questions_total{asked_by="api fill-mask",cached="false"} 1.0' in counted
    assert 'bertscope_questions_total{asked_by="attention"' in counted
    assert "bertscope_ready 1.0" in counted
    assert "Ana" not in counted


def test_scripts_of_the_front_end_come_compressed(fresh: RunningApp) -> None:
    with urlopen(fresh.url, timeout=10) as page:
        html = page.read().decode()
    script = html.split('src="./static/js/')[1].split('"')[0]
    asked = Request(f"{fresh.url}/static/js/{script}", headers={"Accept-Encoding": "gzip"})
    with urlopen(asked, timeout=10) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_it_ends_although_a_page_is_open(chromium: Browser, fresh: RunningApp) -> None:
    page = chromium.new_page()
    page.goto(fresh.url)
    page.get_by_role("heading", level=1).wait_for()
    fresh.process.send_signal(signal.SIGTERM)
    assert not_ready(fresh) == "leaving"
    assert read(f"{fresh.url}/healthz") == "ok"
    assert fresh.process.wait(timeout=60) in (0, -signal.SIGTERM)
    page.close()
