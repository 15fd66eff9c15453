"""What a visitor can make of the weights without a server: combine, merge, leave out, filter."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from bare_view import open_view, receive
from explore_reading import table
from numpy.typing import NDArray
from page_actions import at_rest
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine
from bertviz_core.results import Encoding

pytestmark = pytest.mark.browser
TEXT, PAIR = "Saqué dinero del banco, Inés", "Después la compañera descansó"


@pytest.fixture
def page(view_page: Page) -> Page:
    return view_page


def open_pair(page: Page, **choices: str) -> None:
    """Open the pair of texts with a view in the address and its table unfolded."""
    open_view(page, **{"text": TEXT, "pair": PAIR, "layer": "3", "head": "2"} | choices)
    page.locator(".numbers").evaluate("numbers => (numbers.open = true)")


def by_words(weights: NDArray[np.float32], encoding: Encoding) -> NDArray[np.float64]:
    """Merge pieces: sum over the word looked at, mean over the word that looks."""
    keys = list(zip(encoding.sequence_ids, encoding.word_ids, strict=True))
    names = [i if encoding.special[i] else keys[i] for i in range(len(encoding))]
    groups = [[i for i, other in enumerate(names) if other == name] for name in dict.fromkeys(names)]
    return np.array(
        [[weights[np.ix_(row, column)].sum(axis=1).mean() for column in groups] for row in groups]
    )


@pytest.mark.parametrize(("combine", "reduce"), [("mean", np.mean), ("max", np.max)])
def test_heads_are_combined(
    page: Page, mini: BertEngine, combine: str, reduce: Callable[..., NDArray[np.float32]]
) -> None:
    open_pair(page, combine=combine, heads="4,7.2")
    weights = mini.attention(TEXT, PAIR).weights
    expected = reduce(np.concatenate([weights[3], weights[6, 1:2]]), axis=0)
    assert np.abs(table(page) - expected).max() < 1.1e-4
    expect(page.locator(".title")).to_contain_text("13 heads")


def test_pieces_are_merged_into_words(page: Page, mini: BertEngine) -> None:
    open_pair(page, words="true")
    maps = mini.attention(TEXT, PAIR)
    expected = by_words(maps.weights[2, 1], maps.encoding)
    assert len(expected) < len(maps.encoding)
    assert np.abs(table(page) - expected).max() < 3e-4
    expect(page.locator(".table tbody th").nth(1)).to_contain_text("Saqué 1–2")


def test_special_tokens_are_left_out_and_rows_made_whole_on_request(page: Page, mini: BertEngine) -> None:
    open_pair(page, special="hide")
    maps = mini.attention(TEXT, PAIR)
    shown = ~maps.encoding.special
    expected = maps.weights[2, 1][np.ix_(shown, shown)]
    assert np.abs(table(page) - expected).max() < 1.1e-4
    expect(page.locator(".changes")).to_contain_text("special tokens left out")
    page.locator(".more summary").click()
    page.get_by_label("Make every row add up to 1 again").check()
    assert np.abs(table(page) - expected / expected.sum(axis=1, keepdims=True)).max() < 2e-3
    expect(page.locator(".changes")).to_contain_text("add up to 1 again")


def test_sentences_are_filtered(page: Page, mini: BertEngine) -> None:
    open_pair(page)
    maps = mini.attention(TEXT, PAIR)
    side = maps.encoding.sequence_ids
    for button, rows, columns in (("A → B", 0, 1), ("B → A", 1, 0), ("A → A", 0, 0)):
        page.get_by_role("button", name=button).click()
        expected = maps.weights[2, 1][np.ix_(side == rows, side == columns)]
        shown = table(page)
        assert shown.shape == expected.shape and np.abs(shown - expected).max() < 1.1e-4


def test_the_filters_are_there_for_two_sentences_only(page: Page) -> None:
    open_pair(page)
    expect(page.locator(".sentences")).to_be_visible()
    receive(page, TEXT)
    expect(page.locator(".sentences")).to_be_hidden()


def test_heads_are_added_and_removed_by_clicks(page: Page, mini: BertEngine) -> None:
    open_pair(page)
    box = at_rest(page, page.locator(".thumbnails"))
    step = (box["width"] - 22) / 12

    def corner(layer: float, head: float) -> tuple[float, float]:
        return box["x"] + 22 + (head + 0.5) * step, box["y"] + 22 + (layer + 0.5) * step

    page.keyboard.down("Control")
    page.mouse.click(*corner(8, 4))
    page.keyboard.up("Control")
    expect(page.locator(".title")).to_have_text("Mean of 2 heads")
    weights = mini.attention(TEXT, PAIR).weights
    assert np.abs(table(page) - (weights[2, 1] + weights[8, 4]) / 2).max() < 1.1e-4
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("heads") == ["3.2,9.5"])
    page.locator("button.all").click()
    assert np.abs(table(page) - weights.mean(axis=(0, 1))).max() < 1.1e-4
    page.get_by_role("button", name="None").click()
    expect(page.locator(".title")).to_have_text("Layer 3, head 2")
    page.locator(".heads").focus()
    page.keyboard.press("ArrowDown")  # with none chosen the keys show one head, title and numbers
    expect(page.locator(".title")).to_have_text("Layer 4, head 2")
    assert np.abs(table(page) - weights[3, 1]).max() < 1.1e-4


def test_nonsense_in_the_address_is_passed_over(page: Page) -> None:
    open_pair(page, layer="99", head="x", combine="sum", heads="77.1,a", cell="900-1", order="fame")
    expect(page.locator(".title")).to_contain_text("Layer")
    expect(page.locator(".reading")).to_contain_text("Point at a cell")


def test_what_the_rows_add_up_to_is_said_as_it_is(page: Page) -> None:
    open_pair(page)
    how_to = page.locator(".how-to")
    expect(how_to).to_contain_text("add up to 1.")
    page.get_by_role("button", name="A → B").click()
    expect(how_to).to_contain_text("less than 1")
    assert (table(page).sum(axis=1) < 0.999).all()
    page.locator(".more summary").click()
    page.get_by_label("Make every row add up to 1 again").check()
    expect(how_to).to_contain_text("add up to 1.")
    assert np.abs(table(page).sum(axis=1) - 1).max() < 2e-3


def test_what_is_left_of_a_row_is_made_whole_exactly(page: Page, mini: BertEngine) -> None:
    text = "Saqué dinero del banco"
    open_pair(page, text=text, pair="", special="hide", renormalise="true", layer="3", head="7")
    maps = mini.attention(text)
    shown = ~maps.encoding.special
    expected = maps.weights[2, 6][np.ix_(shown, shown)]
    assert np.abs(table(page) - expected / expected.sum(axis=1, keepdims=True)).max() < 2e-3
