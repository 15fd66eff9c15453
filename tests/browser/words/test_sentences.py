"""Sentence vectors as a person sees them: sentences of their own, choices that redraw, files."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from page_actions import assert_fits_a_phone, at_rest, click, eventually, save, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIRST, SECOND, THIRD = "El gato duerme en el sofá.", "La ópera empezó tarde.", "El gato duerme en la cama."
HOSTILE = "<b>$5</b> y $6 *ya* :smile:"


def open_view(open_page: OpenPage, *lines: str, locale: str = "en-US", **choices: str) -> Page:
    text = f"&compare={quote(chr(10).join(lines))}" if lines else ""
    rest = "".join(f"&{name}={value}" for name, value in choices.items())
    page = open_page(f"/words?view=sentences{text}{rest}", locale=locale)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    settle(page)
    return page


def rows(page: Page) -> list[str]:
    return page.locator(".js-plotly-plot .ytick text").all_text_contents()


def test_own_sentences_are_compared_and_saved(
    open_page: OpenPage, strangers: list[str], tmp_path: Path
) -> None:
    page = open_view(open_page)
    field = page.get_by_label("Sentences to compare, one a line")
    field.fill("\n".join((FIRST, SECOND, THIRD, HOSTILE)))
    field.press("Control+Enter")
    expect(page.get_by_role("heading", name="Most alike: 1 and 3")).to_be_visible()

    def are_compared() -> None:
        names = rows(page)
        assert [row.split(" ", 1)[0] for row in names] == ["1", "2", "3", "4"]
        assert names[3] == f"4 {HOSTILE[:16].rstrip()}…"

    eventually(page, are_compared)
    settle(page)
    assert "compare=" not in page.url
    download = save(page, "Pairs as CSV")
    download.save_as(tmp_path / "pairs.csv")
    saved = list(csv.DictReader((tmp_path / "pairs.csv").open(encoding="utf-8")))
    assert len(saved) == 6
    assert (saved[0]["first_sentence"], saved[0]["second_sentence"]) == (FIRST, THIRD)
    assert not strangers


def test_choices_redraw_the_map_and_come_back_with_the_address(open_page: OpenPage) -> None:
    page = open_view(open_page, FIRST, SECOND, THIRD)
    click(page, page.get_by_role("radio", name="Centred"))
    expect(page.get_by_text("without their common mean")).to_be_visible()
    page.get_by_role("button", name="Picture").click()
    click(page, page.get_by_role("radio", name="Alike ones together"))
    page.wait_for_url("**cosines=centred&order=likeness**")

    def alike_ones_are_together() -> None:
        order = [row.split(" ", 1)[0] for row in rows(page)]
        assert sorted(order) == ["1", "2", "3"]
        assert abs(order.index("1") - order.index("3")) == 1

    eventually(page, alike_ones_are_together)
    page.reload()
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    settle(page)
    expect(page.get_by_text("without their common mean")).to_be_visible()


def test_the_picture_is_on_the_first_screen_and_fits_a_phone(open_page: OpenPage) -> None:
    page = open_view(open_page)
    box = at_rest(page, page.locator(".js-plotly-plot").first)
    how = at_rest(page, page.get_by_text("How to read this."))
    assert box["y"] + box["height"] <= 720 and how["y"] < 720
    assert box["width"] > 480
    assert_fits_a_phone(page)


def test_points_of_many_sentences(open_page: OpenPage) -> None:
    page = open_view(open_page, *(f"La frase {number}." for number in range(30)), picture="points")
    names = page.locator(".js-plotly-plot .textpoint")
    expect(names).to_have_text([str(number + 1) for number in range(30)])
