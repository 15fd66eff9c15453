"""Pages without a server that many tests use one after another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bare_component import open_bare
from bare_view import serve_view
from page_actions import SLOW_MS
from playwright.sync_api import Browser, BrowserContext, Dialog, Error, Page


@pytest.fixture(scope="session")
def offline(chromium: Browser) -> Iterator[BrowserContext]:
    """Give the pages without a server a browser of their own."""
    context = chromium.new_context(
        locale="en-US", reduced_motion="reduce", viewport={"width": 1280, "height": 720}
    )
    context.set_default_timeout(SLOW_MS)
    yield context
    context.close()


@pytest.fixture(scope="session")
def page_of_views(offline: BrowserContext) -> Page:
    page = offline.new_page()
    serve_view(page)
    return page


@pytest.fixture(scope="session")
def page_of_modules(offline: BrowserContext) -> Page:
    page = offline.new_page()
    open_bare(page)
    return page


@pytest.fixture
def view_page(page_of_views: Page) -> Iterator[Page]:
    """Return a page for `bare_view.open_view`; a message box or an error fails the test."""
    yield from without_faults(page_of_views, width=1280, height=720)


@pytest.fixture
def module_page(page_of_modules: Page) -> Iterator[Page]:
    """Return a page for `bare_component.show`; a message box or an error fails the test."""
    page_of_modules.evaluate("document.documentElement.removeAttribute('style')")  # a theme of another test
    yield from without_faults(page_of_modules, width=800, height=520)


def without_faults(page: Page, *, width: int, height: int) -> Iterator[Page]:
    """Give a page to one test, in a window of some size, and look whether anything went wrong in it."""
    faults: list[str] = []

    def refuse(dialog: Dialog) -> None:
        faults.append(dialog.message)
        dialog.dismiss()

    def note(error: Error) -> None:
        faults.append(str(error))

    page.on("dialog", refuse)
    page.on("pageerror", note)
    page.set_viewport_size({"width": width, "height": height})
    yield page
    page.remove_listener("dialog", refuse)
    page.remove_listener("pageerror", note)
    assert faults == []
