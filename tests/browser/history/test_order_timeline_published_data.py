"""Chapters that are drawn and led by the keyboard: what only a browser can show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import answered, assert_fits_a_phone, at_rest, click, eventually
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

IN_SIGHT = """() => {
  const ring = document.querySelector(".st-key-timeline_chart .scatterlayer .trace:nth-last-child(2) path");
  const { left, right } = ring.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""


def test_keys_lead_through_the_chapters_and_a_phone_shows_them(open_page: Callable[..., Page]) -> None:
    page = open_page("/history?view=order&text=The+old+dog+near+the+river+sleeps&place=2")
    title = page.get_by_role("heading", level=3)
    expect(title).to_contain_text("“old”")
    page.locator(".st-key-order_lines .main-svg").first.click()  # a page that nobody has touched gets no keys
    with answered(page):
        page.keyboard.press("ArrowRight")
    expect(title).to_contain_text("“dog”")
    with answered(page):
        page.get_by_role("radio", name="Time line").click()
    page.get_by_role("slider").focus()
    with answered(page):
        page.keyboard.press("End")
    expect(title).to_contain_text("EuroBERT")
    assert_fits_a_phone(page)

    def is_in_sight() -> None:
        assert page.evaluate(IN_SIGHT)

    eventually(page, is_in_sight)
    for view, picture in (("Published", "published"), ("Data", "data_matrix_2")):
        at_rest(page, page.get_by_role("radio", name=view))
        click(page, page.get_by_role("radio", name=view))
        expect(page.locator(f"[class*=st-key-{picture}] .main-svg").first).to_be_visible()
        assert_fits_a_phone(page)
