"""The flow through layers, and query and key, as a person sees them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from urllib.parse import quote

import pytest
from page_actions import assert_fits_a_phone, click, eventually, hover_chart, settle, tall, type_into
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = "Saqué dinero del banco"


def test_the_flow_of_a_word_is_drawn_and_its_link_restores_it(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(f"/attention?view=flow&text={quote(TEXT)}&token=3&direction=to&without=special")
    lines, maps = page.locator(".st-key-flow_lines_chart"), page.locator(".st-key-flow_maps_chart")
    expect(lines.locator(".scatterlayer .trace").first).to_be_visible()
    expect(maps.locator(".hm")).to_have_count(2)
    flow = mini.attention_rollout(TEXT).of_token(3, direction="to", special=False)
    place = maps.locator(".draglayer .xy .nsewdrag")
    said = hover_chart(page, place, "Layer 12", right=0.02, down=0.04)
    assert f"{flow.rollout[11, 0]:.4f}" in said
    assert f"{flow.encoding.labels[flow.places[0]]} {flow.places[0]}" in said
    click(page, page.get_by_text("Where it comes from"))
    page.wait_for_url(lambda url: "token=3" in url and "direction" not in url)
    assert strangers == []


MIDDLING = "Ayer, después de comer, saqué dinero del banco, y volví."
LONG = "La casa del banco está junto al río y la plaza mayor, donde vive mi tía con sus gatos. " * 6
NAMES = """() => [...document.querySelectorAll('.st-key-flow_maps_chart .xtick text')]
  .map(name => name.getBoundingClientRect())
  .map(box => [box.left, box.right])
  .sort((one, other) => one[0] - other[0])"""


@pytest.mark.parametrize(("view", "charts"), [("flow", 2), ("query_key", 3)])
def test_the_pictures_fit_a_phone_and_grow_with_a_window(open_page: OpenPage, view: str, charts: int) -> None:
    page = open_page(f"/attention?view={view}&text={quote(MIDDLING)}")
    expect(page.locator(".js-plotly-plot")).to_have_count(charts)
    plots = page.locator(".js-plotly-plot").all()
    for plot in plots:
        expect(plot.locator(".nsewdrag").first).to_be_attached()
    low = tall(page, *plots)

    def have_grown() -> None:
        assert max(high - least for high, least in zip(tall(page, *plots), low, strict=True)) > 50

    def are_low_again() -> None:
        assert tall(page, *plots) == low

    page.set_viewport_size({"width": 1920, "height": 1080})
    eventually(page, have_grown)
    page.set_viewport_size({"width": 1280, "height": 720})
    eventually(page, are_low_again)
    assert_fits_a_phone(page, ".js-plotly-plot, .js-plotly-plot text", width=360)


def test_the_names_of_a_long_text_stay_apart_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(f"/attention?view=flow&text={quote(LONG)}")
    page.set_viewport_size({"width": 360, "height": 740})
    tall(page, page.locator(".st-key-flow_maps_chart .js-plotly-plot"))

    def stay_apart() -> None:
        names = page.evaluate(NAMES)
        assert len(names) > 8
        assert all(left >= right - 2 for (_, right), (left, _) in pairwise(names))

    eventually(page, stay_apart)


def test_a_pair_of_tokens_is_followed_to_its_weight(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page("/attention?view=query_key&layer=3&head=5")
    type_into(page, "Sentence", TEXT)
    weights = mini.attention(TEXT).weights[2, 4]
    strips, sums = page.locator(".st-key-key_strips_chart"), page.locator(".st-key-key_sums_chart")
    expect(strips.locator(".hm")).to_have_count(3)
    expect(sums.locator(".hm")).to_have_count(3)
    expect(strips).to_contain_text("dinero")
    settle(page)
    page.get_by_label("Token that looks (query)").fill("del")
    click(page, page.get_by_role("option", name="del (4)"))
    page.wait_for_url(lambda url: "query=4" in url)

    def are_written() -> None:
        written = sums.locator("text").all_text_contents()
        for weight in weights[4]:
            assert f"{weight:.3f}" in written

    eventually(page, are_written)
    assert strangers == []
    the_numbers_of_the_keys_come_first_on_a_phone(page)


def the_numbers_of_the_keys_come_first_on_a_phone(page: Page) -> None:
    strips, sums = (page.locator(f".st-key-key_{name}_chart .js-plotly-plot") for name in ("strips", "sums"))

    def stand_beside_each_other() -> None:
        left, right = strips.bounding_box(), sums.bounding_box()
        assert left and right
        assert left["x"] + left["width"] <= right["x"]
        assert (left["y"], left["height"]) == (right["y"], right["height"])

    def stand_below_each_other() -> None:
        upper, lower = sums.bounding_box(), strips.bounding_box()
        assert upper and lower
        assert upper["y"] + upper["height"] <= lower["y"]

    eventually(page, stand_beside_each_other)
    page.set_viewport_size({"width": 390, "height": 844})
    eventually(page, stand_below_each_other)
