"""The app as people start it, and a Chromium that may reach nothing but this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from page_actions import SLOW_MS, settle
from playwright.sync_api import Browser, Page, Request, expect

from benchmarks.app_under_test import RunningApp, browser, running_app

expect.set_options(timeout=SLOW_MS)
HERE = {"127.0.0.1", "localhost", None}  # no host: data: and blob: addresses


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the machine's Chromium; without one, skip unless the environment demands it."""
    started = browser()
    try:
        running = started.__enter__()
    except RuntimeError as error:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            raise
        pytest.skip(str(error))
    yield running
    started.__exit__(None, None, None)


@pytest.fixture(scope="session")
def app() -> Iterator[RunningApp]:
    """Serve the app on a free port."""
    with running_app() as running:
        running.wait_until_ready()
        yield running


@pytest.fixture
def strangers() -> list[str]:
    """Addresses outside this machine that the browser asked for."""
    return []


@pytest.fixture
def open_page(chromium: Browser, app: RunningApp, strangers: list[str]) -> Iterator[Callable[..., Page]]:
    """Open an address of the app in a browser of its own; requests that leave this machine are refused."""
    contexts = []

    def refuse_strangers(request: Request) -> None:
        if urlsplit(request.url).hostname not in HERE:
            strangers.append(request.url)

    def open_it(path: str = "/", *, locale: str = "en-US", theme: str = "light") -> Page:
        context = chromium.new_context(
            locale=locale, color_scheme=theme, viewport={"width": 1280, "height": 720}
        )
        contexts.append(context)
        context.route(
            lambda url: urlsplit(url).hostname not in HERE,
            lambda route: route.abort(),
        )
        context.on("request", refuse_strangers)
        page = context.new_page()
        page.set_default_timeout(SLOW_MS)
        page.goto(f"{app.url}{path}")
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        return page

    yield open_it
    for context in contexts:
        context.close()
