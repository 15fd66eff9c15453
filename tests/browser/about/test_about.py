"""The page about the model as a person sees it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import assert_fits_a_phone, at_rest, click, eventually
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_chart_and_card_are_seen_without_scrolling_and_all_fits_a_phone_or_opens(
    open_page: OpenPage, strangers: list[str]
) -> None:
    page = open_page("/about")
    chart = page.locator(".js-plotly-plot")
    expect(chart).to_be_visible()

    def is_on_screen() -> None:
        place = chart.bounding_box()
        assert place and place["y"] + place["height"] <= 720

    eventually(page, is_on_screen)
    card = page.locator(".st-key-about_card")
    expect(card.get_by_role("heading", name="mini")).to_be_visible()
    assert card.locator("a, img, script").count() == 0

    expect(chart.locator(".xtick").first).to_be_attached()
    assert_fits_a_phone(page)
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollWidth <= 390")

    page.set_viewport_size({"width": 1280, "height": 720})
    senses = page.get_by_role("radio", name="Word senses")
    at_rest(page, senses)
    click(page, senses)
    expect(page.locator(".js-plotly-plot .scatterlayer .trace")).to_have_count(14)
    expect(page.locator(".js-plotly-plot .annotation")).to_have_count(3)
    page.wait_for_url("**view=senses**")
    page.get_by_text("The words", exact=True).click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()
    assert strangers == []
