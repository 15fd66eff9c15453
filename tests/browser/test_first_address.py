"""The first address a fresh server is asked for opens like any other one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import settle
from playwright.sync_api import BrowserContext, expect

from benchmarks.app_under_test import running_app

pytestmark = pytest.mark.browser
NewVisitor = Callable[..., BrowserContext]


def test_a_page_asked_for_first_stands_in_the_frame_of_the_app(new_visitor: NewVisitor) -> None:
    with running_app() as app:
        app.wait_until_healthy()
        page = new_visitor().new_page()
        page.goto(f"{app.url}/masked_words")
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        expect(page.get_by_text("Interface language")).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)


def test_visitors_who_come_first_together_all_stand_in_the_frame(new_visitor: NewVisitor) -> None:
    with running_app() as app:
        app.wait_until_healthy()
        pages = [new_visitor().new_page() for _ in range(3)]
        for page in pages:
            page.goto(f"{app.url}/attention", wait_until="commit")
        for page in pages:
            expect(page.get_by_text("Interface language")).to_be_visible()
            page.get_by_role("heading", level=1).wait_for()
            settle(page)
            expect(page.get_by_text("KeyError")).to_have_count(0)
            page.close()
