"""Own words, blanks filled together and side by side, in a browser, on texts that are no examples."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from page_actions import click, eventually, save, settle, type_into
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "La profesora puso <b>el</b> ___ sobre la ___ :smile: $5"
WORDS = "Words to check, separated by commas"
SECOND = "Second sentence"


def open_text(open_page: OpenPage, text: str, parameters: str = "", **options: str) -> Page:
    page = open_page(f"/masked_words?text={quote(text)}{parameters}", **options)
    page.locator(".js-plotly-plot").first.wait_for()
    settle(page)
    return page


def choose(page: Page, name: str) -> None:
    click(page, page.get_by_role("radio", name=name, exact=True))


def saved(page: Page, button: str, folder: Path) -> str:
    file = folder / "file"
    save(page, button).save_as(file)
    return file.read_text(encoding="utf-8-sig")


def test_own_words_are_scored_in_every_blank_and_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_text(open_page, SENTENCE)
    type_into(page, WORDS, "libro, mesa,, <b>x</b>, a|b, 😊, libro")
    expect(page.get_by_test_id("stDataFrame")).to_have_count(2)
    expect(page.get_by_text("“😊” cannot be scored").first).to_be_visible()
    settle(page)
    lines = list(csv.DictReader(io.StringIO(saved(page, "Your words as CSV", tmp_path))))
    assert [line["word"] for line in lines] == ["libro", "mesa", "<b>x</b>", "a|b", "😊"] * 2
    best = {line["blank"]: float(line["probability"]) for line in lines if line["word"] == "libro"}
    assert best["1"] > best["2"]
    masks = json.loads(saved(page, "Answers as JSON", tmp_path))["masks"]
    assert [word["word"] for word in masks[0]["candidates"]] == [line["word"] for line in lines[:4]]
    assert [word["word"] for word in masks[0]["unscored"]] == ["😊"]


def test_blanks_are_filled_together_in_the_sentence(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_text(open_page, SENTENCE)
    choose(page, "Together")
    page.wait_for_url("**together=1**")
    sentence = page.locator("p:has(u)")
    expect(sentence).to_have_count(1)
    shown = sentence.inner_text()
    assert shown.startswith("La profesora puso <b>el</b>")
    assert shown.endswith(" :smile: $5")
    settle(page)
    fillings = json.loads(saved(page, "Fillings as JSON", tmp_path))["fillings"]
    assert fillings[0]["text"] == shown
    names = [" · ".join(filling["words"]) for filling in fillings]
    expect(page.locator(".js-plotly-plot .ytick text")).to_have_text(names)
    page = open_text(open_page, SENTENCE, "&together=1")
    expect(page.get_by_role("radio", name="Together", exact=True)).to_be_checked()


def test_two_sentences_stand_side_by_side(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_text(open_page, "Mi tío pesca en el ___", "&view=compare")
    type_into(page, SECOND, "Mi tío reza en el ___")
    expect(page.get_by_text("Mi tío reza en el").first).to_be_visible()
    settle(page)
    plots = page.locator(".js-plotly-plot")
    expect(plots).to_have_count(2)

    def stand_side_by_side() -> None:
        left, right = (plot.bounding_box() for plot in plots.all())
        assert left and right
        assert left["y"] == right["y"] < 450
        assert right["x"] >= left["x"] + left["width"] - 1

    eventually(page, stand_side_by_side)
    expect(page.get_by_text("■")).to_be_visible()
    fills = "els => els.map(el => getComputedStyle(el).fill)"
    words: list[set[str]] = []

    def have_words_of_their_own_in_stripes() -> None:
        words[:] = [set(plot.locator(".ytick text").all_text_contents()) for plot in plots.all()]
        assert all(words)
        for plot, own, other in zip(plots.all(), words, reversed(words), strict=True):
            colours = plot.locator(".bars path").evaluate_all(fills)
            assert sum("url(" in fill for fill in colours) == len(own - other)

    eventually(page, have_words_of_their_own_in_stripes)
    svg = ElementTree.fromstring(saved(page, "Charts as SVG", tmp_path))
    assert words[0] | words[1] <= set("\n".join(svg.itertext()).split("\n")) | set(svg.itertext())


def test_views_fit_a_phone(open_page: OpenPage) -> None:
    page = open_page(f"/masked_words?text={quote(SENTENCE)}&together=1")
    for view in ("", "&view=compare"):
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(page.url.split("?")[0] + f"?text={quote(SENTENCE)}&together=1{view}")
        page.locator(".js-plotly-plot").first.wait_for()
        settle(page)

        def fits() -> None:
            widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
            assert widths[0] <= widths[1]

        eventually(page, fits)
