"""The input and the positions as a person sees them: high on the page, and whole on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import assert_fits_a_phone, eventually, hover_chart, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = "El perro persigue al otro perro de la vecina"


def test_the_input_is_read_in_one_screen_and_scrolls_in_itself_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(f"/inside?text={TEXT}")
    table, strips = page.locator(".pieces"), page.locator(".st-key-input_strips .js-plotly-plot")

    def is_on_screen() -> None:
        top, picture = table.bounding_box(), strips.bounding_box()
        assert top and picture
        assert top["y"] < 300
        assert picture["y"] + picture["height"] <= 720

    eventually(page, is_on_screen)
    hover_chart(page, strips.locator(".nsewdrag"), "Dimension")
    assert_fits_a_phone(page, ".pieces")
    assert table.evaluate("table => table.scrollWidth > table.clientWidth")
    expect(table.locator("th").first).to_be_in_viewport()
    table.evaluate("table => { table.scrollLeft = table.scrollWidth }")
    expect(table.locator("th").first).to_be_in_viewport()


def test_both_maps_of_positions_begin_high_and_stand_below_each_other_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/inside?view=positions")
    maps = page.locator(".st-key-positions_maps .js-plotly-plot")
    expect(maps).to_have_count(2)

    def stand_side_by_side() -> None:
        left, right = (plot.bounding_box() for plot in maps.all())
        assert left and right
        assert left["y"] == right["y"] < 300
        assert left["x"] + left["width"] <= right["x"]

    eventually(page, stand_side_by_side)
    assert_fits_a_phone(page, ".js-plotly-plot")
    settle(page)
