"""What only a browser can show of masks and of the network: where pictures begin, and what fits a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import assert_fits_a_phone, eventually
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NUMBERS = ".st-key-masks_scores .textpoint text"
DRAWN = "images => images.length > 0 && images.every(image => image.complete && image.naturalWidth > 100)"


def test_masks_are_seen_at_once_and_their_numbers_fit_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page("/inside?view=masks&mask=causal")
    page.locator(NUMBERS).first.wait_for()
    box = page.locator(".st-key-masks_scores").bounding_box()
    assert box is not None
    assert box["y"] < 300
    sizes = "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"
    assert min(page.locator(NUMBERS).evaluate_all(sizes)) >= 14
    assert_fits_a_phone(page, ".st-key-masks_scores, .st-key-masks_weights")

    def no_two_touch() -> None:
        widths = page.locator(NUMBERS).evaluate_all(
            "texts => texts.map(t => t.getBoundingClientRect().width)"
        )
        cells = page.locator(".st-key-masks_scores .heatmaplayer image").first.bounding_box()
        assert cells is not None
        assert max(widths) < cells["width"] / round(len(widths) ** 0.5)

    eventually(page, no_two_touch)


@pytest.mark.parametrize("part", ["", "layer-2.attention", "layer-2.attention.head-3.query"])
def test_the_network_is_drawn_and_fits_a_phone(open_page: Callable[..., Page], part: str) -> None:
    page = open_page(f"/inside?view=network&part={part}")
    assert page.locator(".st-key-network_pictures img").evaluate_all(DRAWN)
    plot = page.locator(".st-key-network_pictures .js-plotly-plot").first
    plot.wait_for()
    box = plot.bounding_box()
    assert box is not None
    assert box["y"] < 300
    assert_fits_a_phone(page, ".st-key-network_pictures .js-plotly-plot, .st-key-network_pictures img")
