"""How surprising each word is, as a person sees it: colours that can be read, words that say more."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from page_actions import assert_fits_a_phone, at_rest, click, eventually, save, settle, type_into
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIELD = "Sentence with [MASK] or ___ where a word is missing"
SECOND = "Compare with another sentence"
TEXT = "Mi vecina <b>toca</b> el piano, $5 and $6, :smile: *x* 😊"

SAYS = "el => getComputedStyle(el, '::after').content"
# The contrast of WCAG 2 between the colours of a word.
CONTRAST = """el => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3)
      .map((part) => part / 255).map((c) => (c > 0.04045 ? ((c + 0.055) / 1.055) ** 2.4 : c / 12.92));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(el);
  const [low, high] = [light(style.color), light(style.backgroundColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""


def open_view(open_page: OpenPage, text: str, second: str = "", **options: str) -> Page:
    page = open_page(f"/masked_words?view=surprise&text={quote(text)}&second={quote(second)}", **options)
    page.locator(".surprise [tabindex]").first.wait_for()
    page.locator(".js-plotly-plot .bars path").first.wait_for()
    settle(page)
    return page


def words(page: Page) -> Locator:
    return page.locator(".surprise [tabindex]")


def assert_says(page: Page, word: Locator, pattern: str) -> None:
    def says() -> None:
        assert re.search(pattern, word.evaluate(SAYS))

    eventually(page, says)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_word_can_be_read_on_its_colour(open_page: OpenPage, theme: str) -> None:
    page = open_view(
        open_page, "Mi vecina toca el piano", "Mi vecina toca el otorrinolaringólogo", theme=theme
    )
    expect(words(page)).to_have_count(10)
    contrasts = [word.evaluate(CONTRAST) for word in words(page).all()]
    assert min(contrasts) >= 4.5
    colours = {word.evaluate("el => getComputedStyle(el).backgroundColor") for word in words(page).all()}
    assert len(colours) > 4


def test_text_is_shown_and_saved_as_typed_and_says_more_under_pointer_and_focus(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_view(open_page, TEXT)
    expect(page.locator(".surprise")).to_have_text(TEXT)
    assert page.locator(".surprise b, .surprise img").count() == 0
    page.locator(".js-plotly-plot .xtick text").first.wait_for()
    names = page.locator(".js-plotly-plot .xtick text").all_text_contents()
    assert any(name.startswith("<") for name in names)

    word = words(page).nth(1)
    assert word.evaluate(SAYS) in ("none", "normal")
    at_rest(page, word)
    word.hover()
    assert_says(page, word, r"vecina: \d+\.\d bits")
    page.mouse.move(5, 5)
    words(page).nth(0).focus()
    page.keyboard.press("Tab")
    expect(word).to_be_focused()
    assert_says(page, word, "vecina")

    waiting = save(page, "Sentences as SVG")
    file = tmp_path / "surprise.svg"
    waiting.save_as(file)
    drawn = [element.text for element in ElementTree.parse(file).getroot().iter()]
    assert set(words(page).all_text_contents()) <= set(drawn)


def test_both_sentences_and_the_bars_fit_a_lecture_screen(open_page: OpenPage) -> None:
    page = open_view(open_page, "Bebo agua todos los días")
    chart = at_rest(page, page.locator(".js-plotly-plot"))
    assert chart["y"] + chart["height"] <= 720
    type_into(page, SECOND, "Bebo piedras todos los días")
    expect(page.locator(".js-plotly-plot")).to_have_count(2)
    for plot in page.locator(".js-plotly-plot").all():
        assert at_rest(page, plot)["y"] < 560
    expect(page.get_by_text("more probable")).to_be_visible()


def test_the_link_brings_another_person_to_the_same_comparison(open_page: OpenPage) -> None:
    page = open_view(open_page, TEXT)
    type_into(page, SECOND, f"{TEXT} &?")
    assert "vecina" not in page.url
    page.get_by_role("button", name="Options").click()
    click(page, page.get_by_text("Show pieces of words"))
    expect(words(page).nth(2)).to_have_text("na")
    settle(page)
    shown = words(page).all_text_contents()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Link").click()
    address = page.get_by_test_id("stCode").inner_text().strip()
    other = open_page("/masked_words?" + address.split("?")[1])

    def is_the_same() -> None:
        assert words(other).all_text_contents() == shown

    eventually(other, is_the_same)
    expect(other.get_by_label(SECOND, exact=True)).to_have_value(f"{TEXT} &?")


def test_a_pair_from_the_menu_is_compared(open_page: OpenPage) -> None:
    page = open_page("/masked_words?view=surprise")
    page.get_by_role("button", name="Pairs to try").click()
    page.get_by_role("button", name="She drinks water every day").click()
    expect(page.get_by_text("more probable")).to_contain_text("She drinks water every day")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def test_a_long_text_leaves_room_for_the_bars(open_page: OpenPage) -> None:
    page = open_view(open_page, "la casa blanca de mi abuela " * 12)
    assert at_rest(page, page.locator(".js-plotly-plot"))["y"] < 600
    last = words(page).last
    last.focus()
    expect(last).to_be_in_viewport()
    assert_says(page, last, "abuela")


def test_a_phone_shows_every_word(open_page: OpenPage) -> None:
    page = open_view(open_page, TEXT, "La " + "muy " * 30 + "larga")
    assert_fits_a_phone(page)

    def in_sight() -> None:
        for word in words(page).all():
            box = word.bounding_box()
            assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390

    eventually(page, in_sight)
