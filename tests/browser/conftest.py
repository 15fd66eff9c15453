"""The app as people start it, and a Chromium that may reach nothing but this machine."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page_actions import COUNT_RUNS, NOTE_REFUSED, SLOW_MS, settle
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from benchmarks.app_under_test import RunningApp, browser, running_app

expect.set_options(timeout=SLOW_MS)
HERE = {"127.0.0.1", "localhost", None}  # no host: data: and blob: addresses
# Debian's build of Chromium that draws pages only; the whole browser draws its own menus too, for each page.
WITHOUT_WINDOWS = "chromium-headless-shell"
ARGUMENTS = [
    # No name but this machine's leads anywhere. (A route that refused requests would switch the cache off.)
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    # Scripts that one tab has compiled are there for the next: Plotly alone takes over a second each time.
    "--process-per-site",
    "--js-flags=--min-semi-space-size=64",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start this machine's Chromium; without one, skip unless the environment demands it."""
    started = browser(WITHOUT_WINDOWS, arguments=ARGUMENTS)
    try:
        running = started.__enter__()
    except RuntimeError as error:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            raise
        pytest.skip(str(error))
    yield running
    started.__exit__(None, None, None)


@pytest.fixture(scope="session")
def data_of_app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the app keeps runs."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def app(data_of_app: Path) -> Iterator[RunningApp]:
    """Serve the app on a free port, with a folder for runs of its own."""
    with running_app({"BERTSCOPE_DATA_FOLDER": str(data_of_app)}) as running:
        running.wait_until_ready()
        yield running


@pytest.fixture
def strangers() -> list[str]:
    """Addresses outside this machine that the browser asked for."""
    return []


class Visitors:
    """Browsers that know nothing of each other, used again: what one has read of the app, it keeps."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._free: dict[tuple[str, str], list[BrowserContext]] = defaultdict(list)
        self._kept_open: set[Page] = set()

    def take(self, locale: str, theme: str) -> BrowserContext:
        """Return a browser in which nothing is kept, that nobody uses."""
        if free := self._free[locale, theme]:
            return free.pop()
        context = self._chromium.new_context(
            locale=locale,
            color_scheme=theme,
            reduced_motion="reduce",  # what moves while a page waits costs more than the page
            viewport={"width": 1280, "height": 720},
        )
        context.set_default_timeout(SLOW_MS)
        context.add_init_script(COUNT_RUNS)
        context.add_init_script(NOTE_REFUSED)
        self._keep_open(context)
        return context

    def _keep_open(self, context: BrowserContext) -> None:
        """Open a blank tab of this machine's: the process that draws its pages lives as long."""
        tab = context.new_page()
        tab.route("**", lambda route: route.fulfill(body=""))
        tab.goto("http://127.0.0.1/")
        self._kept_open.add(tab)

    def give_back(self, context: BrowserContext, locale: str, theme: str) -> None:
        """Close what is open in a browser, and forget what it kept."""
        for page in set(context.pages) - self._kept_open:
            page.close()
        context.clear_cookies()
        self._free[locale, theme].append(context)


@pytest.fixture(scope="session")
def visitors(chromium: Browser) -> Visitors:
    return Visitors(chromium)


@pytest.fixture
def new_visitor(visitors: Visitors) -> Iterator[Callable[..., BrowserContext]]:
    """Give somebody a browser, for one test."""
    taken: list[tuple[BrowserContext, str, str]] = []

    def take(*, locale: str = "en-US", theme: str = "light") -> BrowserContext:
        taken.append((visitors.take(locale, theme), locale, theme))
        return taken[-1][0]

    yield take
    for context, locale, theme in taken:
        visitors.give_back(context, locale, theme)


@pytest.fixture
def open_page(
    new_visitor: Callable[..., BrowserContext], app: RunningApp, strangers: list[str]
) -> Iterator[Callable[..., Page]]:
    """Open an address of the app in a browser of its own; requests that leave this machine go nowhere.

    At the end of the test its pages must have been refused nothing by the policy that the server sends.
    """
    watched: list[BrowserContext] = []

    def watch(request: Request) -> None:
        if urlsplit(request.url).hostname not in HERE:
            strangers.append(request.url)

    def open_it(path: str = "/", *, locale: str = "en-US", theme: str = "light") -> Page:
        context = new_visitor(locale=locale, theme=theme)
        context.on("request", watch)
        watched.append(context)
        page = context.new_page()
        page.goto(f"{app.url}{path}")
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        return page

    yield open_it
    refused = []
    for context in watched:
        context.remove_listener("request", watch)
        for page in context.pages:
            if page.url.startswith(app.url):
                refused += page.evaluate("window.refused ?? []")
    assert refused == []
