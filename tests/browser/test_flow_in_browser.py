"""The flow through layers, and query and key, as a person sees them."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from page_actions import settle, type_into
from playwright.sync_api import Locator, Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = "Saqué dinero del banco"


def hover_text(page: Page, plot: Locator, column: float, row: float) -> str:
    """Move the mouse to a place of a plot, as shares of its width and height; return what it then says."""
    box = plot.bounding_box()
    assert box
    page.mouse.move(box["x"] + column * box["width"], box["y"] + row * box["height"])
    label = page.locator(".hoverlayer .hovertext")
    expect(label).to_have_count(1)
    return label.text_content() or ""


def test_the_flow_of_a_word_is_drawn_and_its_link_restores_it(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(f"/attention?view=flow&text={quote(TEXT)}&token=3&direction=to&without=special")
    lines, maps = page.locator(".st-key-flow_lines_chart"), page.locator(".st-key-flow_maps_chart")
    expect(lines.locator(".scatterlayer .trace").first).to_be_visible()
    expect(maps.locator(".hm")).to_have_count(2)
    flow = mini.attention_rollout(TEXT).of_token(3, direction="to", special=False)
    said = hover_text(page, maps.locator(".draglayer .xy .nsewdrag"), 0.02, 0.04)
    assert "Layer 12" in said
    assert f"{flow.rollout[11, 0]:.4f}" in said
    assert f"{flow.encoding.labels[flow.places[0]]} {flow.places[0]}" in said
    page.get_by_text("Where it comes from").click()
    page.wait_for_timeout(400)
    settle(page)
    page.wait_for_url(lambda url: "token=3" in url and "direction" not in url)
    assert strangers == []


def test_a_pair_of_tokens_is_followed_to_its_weight(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page("/attention?view=query_key&layer=3&head=5")
    type_into(page, "Sentence", TEXT)
    weights = mini.attention(TEXT).weights[2, 4]
    strips = page.locator(".st-key-key_strips_chart")
    expect(strips.locator(".hm")).to_have_count(6)
    page.get_by_label("Token that looks (query)").fill("dinero")
    page.get_by_role("option", name="dinero (3)").click()
    page.wait_for_timeout(400)
    settle(page)
    page.wait_for_url(lambda url: "query=3" in url)
    written = strips.locator("text").all_text_contents()
    for weight in weights[3]:
        assert f"{weight:.3f}" in written
    assert strangers == []
