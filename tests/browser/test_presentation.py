"""A key leaves chart and answer alone on the page, and brings the rest back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import eventually, type_into
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIELD = "Sentence with [MASK] or ___ where a word is missing"


def test_v_leaves_the_answer_alone_and_brings_the_rest_back(open_page: OpenPage) -> None:
    page = open_page("/masked_words")
    type_into(page, FIELD, "<b>Ayer</b> compré un [MASK] de vino")
    field, sidebar = page.get_by_label(FIELD, exact=True), page.get_by_test_id("stSidebar")
    field.press("v")
    expect(field).to_have_value("<b>Ayer</b> compré un [MASK] de vinov")
    expect(sidebar).to_be_visible()
    field.press("Backspace")
    field.blur()
    plot = page.locator(".js-plotly-plot .main-svg").first
    before = plot.bounding_box()
    runs = page.evaluate("window.runs.begun")
    page.wait_for_function("Symbol.for('presentation') in globalThis")  # the script is fetched by itself
    page.keyboard.press("v")
    bar = page.locator(".presentation-bar")
    expect(bar).to_contain_text("<b>Ayer</b> compré un [MASK] de vino")
    expect(bar.get_by_role("status")).to_contain_text("Escape")
    expect(sidebar).to_be_hidden()
    expect(field).to_be_hidden()

    def is_larger() -> None:
        now = plot.bounding_box()
        assert before and now and now["width"] > 1.2 * before["width"]
        assert now["x"] + now["width"] <= 1280 and now["y"] < before["y"]

    eventually(page, is_larger)
    page.keyboard.press("Escape")
    expect(field).to_be_visible()
    page.keyboard.press("V")
    expect(sidebar).to_be_hidden()
    page.keyboard.press("v")
    expect(sidebar).to_be_visible()
    expect(bar).to_have_count(0)
    assert page.evaluate("window.runs.begun") == runs


def test_the_map_of_a_head_fits_above_the_bar(open_page: OpenPage) -> None:
    page = open_page("/attention")
    page.wait_for_function("Symbol.for('presentation') in globalThis")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("v")

    def is_whole() -> None:
        bar = page.locator(".presentation-bar").bounding_box()
        shown = [box for canvas in page.locator("canvas").all() if (box := canvas.bounding_box())]
        assert bar and shown
        assert all(box["y"] + box["height"] <= bar["y"] for box in shown)

    eventually(page, is_whole)
