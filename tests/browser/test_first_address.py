"""The first address a fresh server is asked for opens like any other one."""

from __future__ import annotations

from page_actions import SLOW_MS, settle
from playwright.sync_api import Browser, expect

from benchmarks.app_under_test import running_app


def test_a_page_asked_for_first_stands_in_the_frame_of_the_app(chromium: Browser) -> None:
    with running_app() as app:
        app.wait_until_healthy()
        page = chromium.new_context(locale="en-US").new_page()
        page.set_default_timeout(SLOW_MS)
        page.goto(f"{app.url}/masked_words")
        page.get_by_role("heading", level=1).wait_for()
        settle(page)
        expect(page.get_by_text("Interface language")).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)
        page.context.close()


def test_visitors_who_come_first_together_all_stand_in_the_frame(chromium: Browser) -> None:
    with running_app() as app:
        app.wait_until_healthy()
        pages = [chromium.new_context(locale="en-US").new_page() for _ in range(3)]
        for page in pages:
            page.goto(f"{app.url}/attention", wait_until="commit")
        for page in pages:
            page.set_default_timeout(SLOW_MS)
            expect(page.get_by_text("Interface language")).to_be_visible(timeout=SLOW_MS)
            page.get_by_role("heading", level=1).wait_for()
            settle(page)
            expect(page.get_by_text("KeyError")).to_have_count(0)
            page.context.close()
