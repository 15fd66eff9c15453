"""Why an answer is given, and the order of a paragraph, as a person sees them."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from page_actions import assert_fits_a_phone, at_rest, eventually, settle, type_into
from playwright.sync_api import Locator, Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

TEXT = "El médico trabaja en el [MASK] desde hace años"
FIRST, SECOND = "The train stopped in the tunnel", "All passengers waited in the dark"
PARAGRAPH = (
    "O menino encontrou um gato na rua.",
    "Ele levou o gato para casa.",
    "A mãe deu leite ao animal.",
)


def hover_text(page: Page, chart: Locator, column: float, row: float) -> str:
    """Move the mouse to a place of a plot, as shares of its width and height; return what it then says."""
    box = at_rest(page, chart.locator(".draglayer .nsewdrag").first)
    page.mouse.move(box["x"] + column * box["width"], box["y"] + row * box["height"])
    label = page.locator(".hoverlayer .hovertext")
    expect(label).to_have_count(1)
    return label.text_content() or ""


def bottom(page: Page, chart: Locator) -> float:
    """Return how far down the page a chart reaches."""
    box = at_rest(page, chart)
    return box["y"] + box["height"]


def test_a_masked_word_is_explained(open_page: OpenPage, mini: BertEngine, strangers: list[str]) -> None:
    page = open_page("/masked_words?view=why")
    type_into(page, "Sentence with [MASK] or ___ where a word is missing", TEXT)
    explained = mini.attribute_masked_word(TEXT)
    chart = page.locator(".st-key-attribution_bars")
    expect(chart.locator(".barlayer .point")).to_have_count(len(explained.encoding))
    expect(page.get_by_text(f"Why “{explained.answer}”?")).to_be_visible()
    spans = page.locator(".scored span")
    expect(spans).to_have_text(list(explained.encoding.labels))
    strongest = int(abs(explained.scores).argmax())
    score = re.escape(f"{explained.scores[strongest]:+.3f}")
    expect(spans.nth(strongest)).to_have_attribute("title", re.compile(score))
    settle(page)
    place = (strongest + 0.5) / len(explained.encoding)
    said = hover_text(page, chart, place, 0.5)
    assert explained.encoding.labels[strongest] in said
    assert f"{abs(explained.scores[strongest]):.4f}" in said
    second = mini.fill_mask(TEXT, 2).masks[0].predictions[1]
    page.get_by_role("radio", name=f"2. {second.token}").click()
    expect(page.get_by_text(f"Why “{second.token}”?")).to_be_visible()
    settle(page)
    page.wait_for_url(lambda url: "answer=2" in url)
    assert "trabaja" not in page.url
    assert strangers == []


def test_a_pair_is_explained_and_fits_a_phone(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page("/next_sentence?view=why")
    type_into(page, "Sentence A", FIRST)
    type_into(page, "Sentence B", SECOND)
    explained = mini.attribute_next_sentence(FIRST, SECOND)
    between = mini.attention_between(FIRST, SECOND)
    bars, lines = page.locator(".st-key-attribution_bars"), page.locator(".st-key-between_lines")
    expect(bars.locator(".barlayer .point")).to_have_count(len(explained.encoding))
    spans = page.locator(".scored span")
    expect(spans).to_have_text(list(explained.encoding.labels))
    settle(page)
    assert bottom(page, bars) <= 720
    heights = {round(row.bounding_box()["y"]) for row in spans.all()}  # type: ignore[index]
    assert len(heights) == 2
    last = lines.locator(".scatterlayer .trace").nth(2).locator(".point").last
    last.scroll_into_view_if_needed()
    box = at_rest(page, last)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    label = lines.locator(".hoverlayer .hovertext")
    expect(label).to_have_count(1)
    said = label.text_content() or ""
    assert "Layer 12" in said
    assert any(
        f"{share[11]:.4f}" in said
        for share in (between.cls_to_first, between.cls_to_second, between.cls_to_special)
    )
    assert_fits_a_phone(page, ".js-plotly-plot, .js-plotly-plot text, .scored")
    assert strangers == []


def test_the_order_of_a_paragraph_is_drawn_and_shuffled(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(f"/next_sentence?view=order&paragraph={quote(' '.join(PARAGRAPH))}")
    order = mini.sentence_order(PARAGRAPH)
    chart = page.locator(".st-key-order_map_chart")
    expect(chart.locator(".hm")).to_have_count(1)
    assert bottom(page, chart) <= 720
    expected = [
        f"{100 * order.matrix[one, other]:.0f}" for one in range(3) for other in range(3) if one != other
    ]
    expect(chart.locator(".textpoint")).to_have_text(expected)
    said = hover_text(page, chart, 0.5, 1 / 6)
    assert f"{order.matrix[0, 1]:.6f}" in said
    assert "2 Ele levou o gato" in said
    expect(page.locator("ol li")).to_have_count(3)
    listed = page.locator("ol li").all_text_contents()
    assert [PARAGRAPH[place] in line for place, line in zip(order.recovered, listed, strict=True)] == [
        True
    ] * 3
    page.get_by_role("button", name="Shuffle").click()
    page.wait_for_url(lambda url: "shuffle=1" in url)
    settle(page)

    def is_shuffled() -> None:
        ticks = chart.locator(".xtick text").all_text_contents()
        assert sorted(ticks) == ["1", "2", "3"] != ticks
        assert page.locator("ol li").all_text_contents() == listed

    eventually(page, is_shuffled)
    assert strangers == []
