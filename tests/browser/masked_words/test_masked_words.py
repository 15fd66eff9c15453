"""The masked words page as a person sees it: chips, charts, examples and downloads."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from page_actions import at_rest, click, eventually, save, settle, type_into
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIELD = "Sentence with [MASK] or ___ where a word is missing"
REPEATED = "El niño vio al niño y el niño rió"
STRIPES = """bar => {
  const [, id] = getComputedStyle(bar).fill.match(/#([^"')]+)/) ?? [];
  return id && getComputedStyle(document.getElementById(id).querySelector("path")).stroke;
}"""
COLOUR = "el => getComputedStyle(el).color"


def chips(page: Page) -> Locator:
    return page.locator(".st-key-hidden_chips").get_by_role("button")


def assert_pressed(page: Page, *numbers: int) -> None:
    def are() -> None:
        settle(page)
        states = chips(page).evaluate_all("chips => chips.map((chip) => chip.getAttribute('aria-pressed'))")
        assert tuple(number for number, state in enumerate(states) if state == "true") == numbers

    eventually(page, are)


def click_chip(page: Page, number: int) -> None:
    click(page, chips(page).nth(number))


def open_text(open_page: OpenPage, text: str, **options: str) -> Page:
    page = open_page(f"/masked_words?text={quote(text)}", **options)
    page.locator(".js-plotly-plot, [data-testid=stAlert]").first.wait_for()
    settle(page)
    return page


def test_each_occurrence_is_hidden_by_itself_and_explained_in_the_colour_of_its_bar(
    open_page: OpenPage,
) -> None:
    page = open_text(open_page, REPEATED)
    plots = page.locator(".js-plotly-plot")
    click_chip(page, 1)
    assert_pressed(page, 1)
    sign = page.get_by_text("■")
    marked = plots.locator(".trace").nth(1).locator("path").first

    def same_colour() -> None:
        assert sign.evaluate(COLOUR) == marked.evaluate(STRIPES)

    eventually(page, same_colour)
    click_chip(page, 7)
    expect(plots).to_have_count(2)
    assert_pressed(page, 1, 7)
    click_chip(page, 1)
    expect(plots).to_have_count(1)
    assert_pressed(page, 7)


def test_hidden_words_outlive_pages_and_edits_and_travel_in_the_link(open_page: OpenPage) -> None:
    page = open_text(open_page, REPEATED)
    click_chip(page, 4)
    page.locator(".js-plotly-plot").wait_for()
    page.get_by_role("link", name="Attention").click()
    page.locator(".cells").wait_for()
    page.get_by_role("link", name="Masked words").click()
    page.locator(".js-plotly-plot").wait_for()
    assert_pressed(page, 4)
    type_into(page, FIELD, f"Ayer {REPEATED}")
    assert_pressed(page, 5)
    page.get_by_role("button", name="Link").click()
    address = page.get_by_test_id("stCode").inner_text().strip()
    other = open_page("/masked_words?" + address.split("?")[1])
    other.locator(".js-plotly-plot").wait_for()
    assert_pressed(other, 5)
    expect(other.get_by_label(FIELD, exact=True)).to_have_value(f"Ayer {REPEATED}")


def test_typed_blanks_are_out_of_reach(open_page: OpenPage) -> None:
    page = open_text(open_page, "el [MASK] vio al niño")
    blank = page.locator(".st-key-hidden_chips").get_by_role("button", name="[MASK]")
    expect(blank).to_have_css("pointer-events", "none")
    blank.press("Enter")
    click_chip(page, 2)
    assert_pressed(page, 2)


def test_chips_of_a_long_text_leave_room_for_the_answer(open_page: OpenPage) -> None:
    heights = []
    page = open_text(open_page, "la [MASK]")
    for text in ("el [MASK]", "[MASK] " + "la casa blanca " * 20, "[MASK] " + "la casa blanca " * 200):
        type_into(page, FIELD, text)
        chart = at_rest(page, page.locator(".js-plotly-plot"))
        assert chart["y"] < 600
        row = at_rest(page, page.locator(".st-key-hidden_chips [role=toolbar]"))
        heights.append(row["height"])
    assert heights[0] < 45
    assert heights[1] == heights[2] < 90
    warning = page.get_by_test_id("stAlert").bounding_box()
    assert warning
    assert row["y"] < warning["y"] < chart["y"]


def test_numbers_are_written_as_in_the_interface(open_page: OpenPage) -> None:
    page = open_text(open_page, "La [MASK] de Francia es París", locale="es-ES")
    plot = page.locator(".js-plotly-plot")
    at_rest(page, plot.locator(".bars path").first)
    for selector in (".bars text", ".xtick text"):
        texts = plot.locator(selector).all_text_contents()
        assert texts and all(text.endswith("\u00a0%") for text in texts)
    plot.locator(".bars path").first.hover(force=True)
    expect(plot.locator(".hoverlayer")).to_contain_text(re.compile(r"0,\d{6}"))


def test_charts_side_by_side_have_one_scale_and_no_toolbar_and_download(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_text(open_page, "El ___ de la ___ es una ___ muy ___")
    plots = page.locator(".js-plotly-plot")
    expect(plots).to_have_count(4)
    widths = {round(at_rest(page, plot.locator(".nsewdrag").first)["width"]) for plot in plots.all()}
    assert len(widths) == 1
    assert page.locator(".modebar-btn").count() == 0
    waiting = save(page, "Charts as SVG")
    file = tmp_path / "charts.svg"
    waiting.save_as(file)
    texts = "".join(ElementTree.parse(file).getroot().itertext())
    words = page.locator(".js-plotly-plot .ytick text").all_text_contents()
    assert words
    for word in words:
        assert word in texts


def test_the_menu_of_examples_names_languages_and_closes(open_page: OpenPage) -> None:
    page = open_page("/masked_words")
    page.get_by_role("button", name="Examples").click()
    menu = page.get_by_test_id("stPopoverBody")
    for name in ("Español", "English", "Português"):
        expect(menu.get_by_text(name, exact=True)).to_be_visible()
    menu.get_by_role("button", name="Paris is the").click()
    expect(menu).to_have_count(0)
    expect(page.get_by_label(FIELD, exact=True)).to_have_value("Paris is the [MASK] of France")
