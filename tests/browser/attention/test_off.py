"""The view that switches heads off as a person uses it: a grid of switches beside what changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import pytest
from page_actions import at_rest, click, eventually, settle, tall
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Saqué dinero del banco"
LONGER = (
    "La profesora explicaba la historia de la ciudad y decidió quedarse en el banco de la plaza, nada más."
)
CLIPPED = """() => [...document.querySelectorAll('.st-key-head_switches_12x12 [role=toolbar] button')]
  .filter(head => head.querySelector('p').getBoundingClientRect().width > head.clientWidth)
  .map(head => head.textContent)"""
TICKS = """(axis) => [...document.querySelectorAll(`.st-key-hidden_change_map .${axis}tick text`)]
  .map(name => name.getBoundingClientRect())
  .map(box => axis === 'x' ? [box.left, box.right] : [box.top, box.bottom])
  .sort((one, other) => one[0] - other[0])"""


def open_view(open_page: OpenPage, text: str = SENTENCE, **parameters: str) -> Page:
    rest = "".join(f"&{name}={quote(value)}" for name, value in parameters.items())
    page = open_page(f"/attention?view=off&text={quote(text)}{rest}")
    page.locator(".js-plotly-plot").first.wait_for()
    settle(page)
    return page


def switches(page: Page) -> Locator:
    return page.locator(".st-key-head_switches_12x12").get_by_role("button")


def assert_off(page: Page, *heads: str) -> None:
    def are_off() -> None:
        pressed = page.locator(".st-key-head_switches_12x12 [aria-pressed=true]").all_inner_texts()
        assert tuple(pressed) == heads

    eventually(page, are_off)


def test_heads_are_switched_and_travel_in_the_address(open_page: OpenPage, strangers: list[str]) -> None:
    page = open_view(open_page, off="11.3")
    assert_off(page, "11.3")
    expect(
        page.get_by_text(re.compile(r"banco”: probability 2\d% before, \d% after; rank 1"))
    ).to_be_visible()
    click(page, switches(page).nth(2 * 12 + 4))
    assert_off(page, "3.5", "11.3")
    page.wait_for_url(lambda url: "off=3.5%2C11.3" in url or "off=3.5,11.3" in url)
    expect(page.get_by_role("heading", name="without 3.5, 11.3")).to_be_visible()
    expect(page.locator(".js-plotly-plot .heatmaplayer image")).to_have_count(1)
    click(page, page.get_by_role("link", name="Masked words"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Masked words")
    expect(switches(page)).to_have_count(0)
    click(page, page.get_by_role("link", name="Attention"))
    assert_off(page, "3.5", "11.3")
    assert not strangers


def test_the_switches_stand_as_a_table_that_grows_and_the_head_that_matters_most_is_one_click_away(
    open_page: OpenPage,
) -> None:
    page = open_view(open_page, off="none")
    at_rest(page, switches(page).last)
    boxes = [switch.bounding_box() for switch in switches(page).all()]
    assert len(boxes) == 144
    rows = sorted({round(box["y"]) for box in boxes if box})
    columns = sorted({round(box["x"]) for box in boxes if box})
    assert (len(rows), len(columns)) == (12, 12)
    last = boxes[-1]
    assert last and last["y"] + last["height"] < 720
    expect(page.get_by_text("11.3 matters most")).to_be_visible()
    click(page, page.get_by_role("button", name="Switch off 11.3"))
    assert_off(page, "11.3")
    grow_with_the_window_and_their_names_fit(page)


def grow_with_the_window_and_their_names_fit(page: Page) -> None:
    plot = page.locator(".st-key-hidden_change_map .js-plotly-plot")
    switch = switches(page).first
    low = at_rest(page, switch), at_rest(page, plot)

    def names_fit() -> None:
        assert page.evaluate(CLIPPED) == []

    def both_have_grown() -> None:
        for before, after in zip(low, (switch.bounding_box(), plot.bounding_box()), strict=True):
            assert after
            assert after["width"] > 1.2 * before["width"] and after["height"] > 1.2 * before["height"]

    for width, height in ((1280, 1000), (390, 844), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        tall(page, plot)
        eventually(page, names_fit)
    eventually(page, both_have_grown)


def test_every_layer_and_as_many_tokens_as_there_is_room_for_are_named(open_page: OpenPage) -> None:
    page = open_view(open_page, LONGER, off="11.3", word="1")
    page.locator(".st-key-hidden_change_map .xtick text").first.wait_for()

    def stand_side_by_side() -> None:
        for axis, least in (("y", 13), ("x", 12)):
            names = page.evaluate(TICKS, axis)
            assert len(names) >= least
            assert all(end <= start + 3 for (_, end), (start, _) in pairwise(names))

    eventually(page, stand_side_by_side)


def test_what_follows_stands_apart_from_the_next_heading(open_page: OpenPage) -> None:
    page = open_view(open_page, pair="Voy a casa.", off="11.3")
    bar = at_rest(page, page.get_by_role("progressbar").last)
    measure = at_rest(page, page.locator(".st-key-hidden_change_measure"))
    assert measure["y"] - bar["y"] - bar["height"] >= 12
