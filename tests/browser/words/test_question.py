"""The question of the words page as a person asks it: from a menu that closes, from a file, from a set."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from page_actions import click, eventually, settle, type_into
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

ROWS = [(f"Mi banco número {n} está cerrado.", "dinero" if n % 2 else "asiento") for n in range(9)]

READY = "/words?set=es-banco&lang=en&projection=pca"
"""A ready set in the view that takes the least: others put a question to the model for each occurrence."""

NAMED = {
    "Map": re.compile("^(?!.*view=)"),
    "Which layer?": re.compile("view=layers"),
    "Neighbours": re.compile("view=neighbours"),
}
"""How the address names the views."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "frases.csv"
    path.write_text("\r\n".join(f"{text};{sense}" for text, sense in [("frase", "sentido"), *ROWS]), "cp1252")
    return path


def found(page: Page, count: int) -> None:
    expect(page.get_by_text(f"{count} occurrences:")).to_be_visible()


def open_menu(page: Page) -> None:
    click(page, page.get_by_role("button", name="Edit sentences"))


def test_a_file_is_kept_through_the_clicks_that_follow(open_page: OpenPage, table: Path) -> None:
    page = open_page(READY)
    found(page, 28)
    open_menu(page)
    page.locator("input[type=file]").first.set_input_files(table)
    found(page, 9)
    lines = page.get_by_label("One sentence a line", exact=False)
    settle(page)
    expect(lines).to_have_value("\n".join(f"{text} | {sense}" for text, sense in ROWS))
    page.keyboard.press("Escape")
    click(page, page.get_by_text("Neighbours", exact=True))
    page.wait_for_url(NAMED["Neighbours"])
    settle(page)
    found(page, 9)
    type_into(page, "Word", "número")
    expect(page.get_by_text("9 occurrences: número")).to_be_visible()
    open_menu(page)
    settle(page)
    expect(lines).to_have_value("\n".join(f"{text} | {sense}" for text, sense in ROWS))


def test_a_set_chosen_after_the_menu_was_closed_stays(open_page: OpenPage) -> None:
    page = open_page(READY)
    found(page, 28)
    open_menu(page)
    click(page, page.get_by_text("Find other forms of the word too"))
    found(page, 26)
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="Sentences").click()
    click(page, page.get_by_role("option", name="spring"))
    found(page, 42)
    click(page, page.get_by_text("Layer by layer", exact=True))
    page.wait_for_url("**through=1**")
    settle(page)
    found(page, 42)
    open_menu(page)
    expect(page.get_by_label("One sentence a line", exact=False)).to_have_value(re.compile("spring"))


def test_another_language_keeps_own_sentences_and_every_view_goes_on(open_page: OpenPage) -> None:
    lines = "%0A".join(text.replace(" ", "+") for text, _sense in ROWS)
    page = open_page(f"/words?word=banco&sentences={lines}&lang=es&view=neighbours")
    expect(page.get_by_text("9 apariciones:")).to_be_visible()
    settle(page)
    page.get_by_role("combobox", name="Idioma de la interfaz").click()
    click(page, page.get_by_role("option", name="English"))
    found(page, 9)
    for view, named in NAMED.items():
        click(page, page.get_by_text(view, exact=True))
        page.wait_for_url(named)
        settle(page)
        found(page, 9)
        expect(page.get_by_role("combobox", name="Sentences", exact=True)).to_have_value("Own sentences")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.reload()
    found(page, 9)


def test_many_sentences_are_stopped_beside_their_bar_and_nothing_is_lost(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(READY)
    found(page, 28)
    many = tmp_path / "many.txt"
    many.write_text("\n".join(f"El banco número {n} está al sol." for n in range(2_000)), "utf-8")
    open_menu(page)
    page.locator("input[type=file]").first.set_input_files(many)
    bar = page.get_by_test_id("stProgress")
    expect(bar).to_contain_text(re.compile("of 2,000 sentences$"))
    page.keyboard.press("Escape")
    expect(page.get_by_text("28 occurrences:")).to_be_hidden()
    expect(page.locator(".js-plotly-plot").first).to_be_hidden()
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_have_count(1)  # Streamlit's own is not offered

    def is_beside_the_bar() -> None:
        level = bar.bounding_box(), stop.bounding_box()
        assert level[0] and level[1] and abs(level[0]["y"] - level[1]["y"]) < 20

    eventually(page, is_beside_the_bar)
    click(page, stop)
    expect(page.get_by_text("Stopped. Nothing you typed is lost.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Begin again")).to_be_in_viewport()
    open_menu(page)
    expect(page.get_by_label("One sentence a line", exact=False)).to_have_value(many.read_text("utf-8"))
