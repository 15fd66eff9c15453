"""Whoever clicks before a page is through keeps language and choices."""

from __future__ import annotations

from page_actions import SLOW_MS, settle
from playwright.sync_api import Browser, expect

from benchmarks.app_under_test import RunningApp


def test_quick_clicks_keep_the_language(chromium: Browser, app: RunningApp) -> None:
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    page.set_default_timeout(SLOW_MS)
    page.goto(f"{app.url}/masked_words")
    page.get_by_role("button", name="Examples").click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Paris is the").click()
    settle(page)
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    expect(field).to_have_value("Paris is the [MASK] of France")
    context.close()
