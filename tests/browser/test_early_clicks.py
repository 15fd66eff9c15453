"""Whoever clicks before a page is through keeps language and choices."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from page_actions import eventually, settle
from playwright.sync_api import BrowserContext, expect

from benchmarks.app_under_test import RunningApp

pytestmark = pytest.mark.browser
NewVisitor = Callable[..., BrowserContext]


def test_quick_clicks_keep_the_language(new_visitor: NewVisitor, app: RunningApp) -> None:
    page = new_visitor().new_page()
    page.goto(f"{app.url}/masked_words")
    page.get_by_role("button", name="Examples").click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Paris is the").click()
    settle(page)
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    expect(field).to_have_value("Paris is the [MASK] of France")


def test_a_quick_click_keeps_the_head_of_a_link(new_visitor: NewVisitor, app: RunningApp) -> None:
    page = new_visitor().new_page()
    wanted = {"text": ["Mi hermana lee"], "layer": ["5"], "head": ["7"], "mode": ["lines"]}
    page.goto(f"{app.url}/attention?text=Mi+hermana+lee&layer=5&head=7&mode=lines", wait_until="commit")
    page.get_by_role("button", name="Examples").click()
    expect(page.locator(".title")).to_contain_text("Layer 5, head 7")
    settle(page)

    def is_whole() -> None:
        assert parse_qs(urlsplit(page.url).query) == wanted

    eventually(page, is_whole)
