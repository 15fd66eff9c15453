"""The page about the model as a person sees it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import assert_fits_a_phone, click, eventually
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chart_and_card_are_seen_without_scrolling_and_all_opens_or_fits_a_phone(
    open_page: OpenPage, strangers: list[str], theme: str
) -> None:
    page = open_page("/about", theme=theme)
    chart = page.locator(".js-plotly-plot")
    expect(chart).to_be_visible()

    def is_on_screen() -> None:
        place = chart.bounding_box()
        assert place and place["y"] + place["height"] <= 720

    eventually(page, is_on_screen)
    card = page.locator(".st-key-about_card")
    expect(card.get_by_role("heading", name="mini")).to_be_visible()
    assert card.locator("a, img, script").count() == 0
    assert strangers == []
    if theme == "dark":
        shows_everything_on_a_phone(page)
    else:
        views_and_items_open(page)


def views_and_items_open(page: Page) -> None:
    click(page, page.get_by_role("radio", name="Word senses"))
    expect(page.locator(".js-plotly-plot .scatterlayer .trace")).to_have_count(14)
    expect(page.locator(".js-plotly-plot .annotation")).to_have_count(3)
    page.wait_for_url("**view=senses**")
    page.get_by_text("The words", exact=True).click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()


def shows_everything_on_a_phone(page: Page) -> None:
    expect(page.locator(".js-plotly-plot .xtick").first).to_be_attached()
    assert_fits_a_phone(page)
    page.wait_for_function("document.querySelector('[data-testid=stMain]').scrollWidth <= 390")
