"""Whoever clicks before a page is through keeps language and choices."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from page_actions import SLOW_MS, eventually, settle
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


def test_a_quick_click_keeps_the_head_of_a_link(chromium: Browser, app: RunningApp) -> None:
    context = chromium.new_context(locale="en-US")
    page = context.new_page()
    page.set_default_timeout(SLOW_MS)
    wanted = {"text": ["Mi hermana lee"], "layer": ["5"], "head": ["7"], "mode": ["lines"]}
    page.goto(f"{app.url}/attention?text=Mi+hermana+lee&layer=5&head=7&mode=lines", wait_until="commit")
    page.get_by_role("button", name="Examples").click()
    expect(page.locator(".title")).to_contain_text("Layer 5, head 7")
    settle(page)

    def is_whole() -> None:
        assert parse_qs(urlsplit(page.url).query) == wanted

    eventually(page, is_whole)
    context.close()
