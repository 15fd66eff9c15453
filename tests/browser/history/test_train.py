"""Words learned while one watches: what only a browser can show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll('.st-key-train_map .js-plotly-plot')].map(
  (map) => map.data.map((trace) => Array.from(trace.x).join()).join()).join()"""


def test_words_move_while_they_are_learned(open_page: Callable[..., Page]) -> None:
    page = open_page("/history?show=learn&epochs=400")
    expect(page.locator(".st-key-train_map .main-svg").first).to_be_visible()
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Train", exact=True).click()
    page.wait_for_function(f"(before) => ({PLACES})() !== before", arg=before)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_label("A word of the text, or a sum of words")).to_be_visible()


def test_the_keys_move_the_window(open_page: Callable[..., Page]) -> None:
    page = open_page("/history?show=window")
    title = page.get_by_role("heading", level=3)
    first = title.inner_text()
    page.locator(".train-window").click()  # a page that nobody has touched gets no keys
    page.keyboard.press("ArrowRight")
    expect(title).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text(first)
