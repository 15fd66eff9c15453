"""What a visitor can make of the weights in the browser: combine, merge, leave out, filter, enlarge."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, quote, urlsplit

import numpy as np
import pytest
from numpy.typing import NDArray
from page_actions import at_rest, click, eventually, frames_sent, settle, type_into, unfold_numbers
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine
from bertviz_core.results import Encoding

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT, PAIR = "Saqué dinero del banco, Inés", "Después la compañera descansó"
LONG = "La casa del banco está junto al río y la plaza. " * 60


def open_explorer(open_page: OpenPage, **choices: str) -> Page:
    """Open the pair of texts with a view in the address and its table unfolded."""
    parameters = {"text": TEXT, "pair": PAIR, "layer": "3", "head": "2"} | choices
    page = open_page("/attention?" + "&".join(f"{name}={quote(text)}" for name, text in parameters.items()))
    unfold_numbers(page)
    return page


def table(page: Page) -> NDArray[np.float64]:
    """Read the table of numbers."""
    expect(page.locator(".table tbody tr").first).to_be_attached()
    rows = page.locator(".table tbody").evaluate(
        "body => [...body.rows].map(r => [...r.cells].map(c => c.textContent))"
    )
    return np.array([[float(cell) for cell in row[1:]] for row in rows])


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
    open_page: OpenPage, mini: BertEngine, combine: str, reduce: Callable[..., NDArray[np.float32]]
) -> None:
    page = open_explorer(open_page, combine=combine, heads="4,7.2")
    weights = mini.attention(TEXT, PAIR).weights
    expected = reduce(np.concatenate([weights[3], weights[6, 1:2]]), axis=0)
    assert np.abs(table(page) - expected).max() < 1.1e-4
    expect(page.locator(".title")).to_contain_text("13 heads")


def test_pieces_are_merged_into_words(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_explorer(open_page, words="true")
    maps = mini.attention(TEXT, PAIR)
    expected = by_words(maps.weights[2, 1], maps.encoding)
    assert len(expected) < len(maps.encoding)
    assert np.abs(table(page) - expected).max() < 3e-4
    expect(page.locator(".table tbody th").nth(1)).to_contain_text("Saqué 1–2")


def test_special_tokens_are_left_out_and_rows_made_whole_on_request(
    open_page: OpenPage, mini: BertEngine
) -> None:
    page = open_explorer(open_page, special="hide")
    maps = mini.attention(TEXT, PAIR)
    shown = ~maps.encoding.special
    expected = maps.weights[2, 1][np.ix_(shown, shown)]
    assert np.abs(table(page) - expected).max() < 1.1e-4
    expect(page.locator(".changes")).to_contain_text("special tokens left out")
    page.locator(".more summary").click()
    page.get_by_label("Make every row add up to 1 again").check()
    assert np.abs(table(page) - expected / expected.sum(axis=1, keepdims=True)).max() < 2e-3
    expect(page.locator(".changes")).to_contain_text("add up to 1 again")


@pytest.mark.parametrize(("button", "rows", "columns"), [("A → B", 0, 1), ("B → A", 1, 0), ("A → A", 0, 0)])
def test_sentences_are_filtered(
    open_page: OpenPage, mini: BertEngine, button: str, rows: int, columns: int
) -> None:
    page = open_explorer(open_page)
    page.get_by_role("button", name=button).click()
    maps = mini.attention(TEXT, PAIR)
    side = maps.encoding.sequence_ids
    assert np.abs(table(page) - maps.weights[2, 1][np.ix_(side == rows, side == columns)]).max() < 1.1e-4


def test_the_filters_are_there_for_two_sentences_only(open_page: OpenPage) -> None:
    page = open_explorer(open_page)
    expect(page.locator(".sentences")).to_be_visible()
    type_into(page, "Second sentence (optional)", "")
    expect(page.locator(".sentences")).to_be_hidden()


def test_heads_are_added_and_removed_by_clicks(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_explorer(open_page)
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


def test_the_address_restores_every_choice(open_page: OpenPage) -> None:
    choices = {"words": "true", "special": "dim", "sentences": "ba", "scale": "linear"}
    page = open_explorer(open_page, **choices, combine="max", heads="2,5.1", cell="1-3")
    expect(page.locator(".reading")).to_contain_text("→")
    other = open_page(link_of(page))
    for name in (".title", ".reading", ".changes"):
        expect(other.locator(name)).to_have_text(page.locator(name).inner_text())
    expected = choices | {"combine": "max", "heads": "2,5.1", "cell": "1-3"}

    def is_in_the_address() -> None:
        asked = parse_qs(urlsplit(other.url).query)
        assert {name: asked.get(name, [""])[0] for name in expected} == expected

    eventually(other, is_in_the_address)


def test_choices_outlive_a_change_of_page(open_page: OpenPage) -> None:
    page = open_explorer(open_page, words="true", special="hide")
    changes = page.locator(".changes").inner_text()
    page.get_by_role("link", name="Masked words").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Masked")
    settle(page)
    page.get_by_role("link", name="Attention").click()
    expect(page.locator(".changes")).to_have_text(changes)
    expect(page.locator(".title")).to_have_text("Layer 3, head 2")


def test_nonsense_in_the_address_is_passed_over(open_page: OpenPage) -> None:
    page = open_explorer(
        open_page, layer="99", head="x", combine="sum", heads="77.1,a", cell="900-1", order="fame"
    )
    expect(page.locator(".title")).to_contain_text("Layer")
    expect(page.locator(".reading")).to_contain_text("Point at a cell")


def test_a_long_input_is_enlarged_and_moved_and_reads_right(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention?layer=2&head=3")
    type_into(page, "Sentence", LONG)
    weights = mini.attention(LONG).weights[1, 2]
    expect(page.locator(".notes")).to_contain_text("512")
    expect(page.locator(".changes")).to_have_text("")
    box = at_rest(page, page.locator(".cells"))
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6)
    for _ in range(8):
        page.mouse.wheel(0, -240)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.7, steps=5)
    page.mouse.up()
    page.mouse.move(box["x"] + box["width"] * 0.55, box["y"] + box["height"] * 0.5)
    expect(page.locator(".tip")).to_contain_text("→")
    tip = page.locator(".tip").inner_text()
    query, key = (int(part.split("(")[1].split(")")[0]) for part in tip.split("→"))
    assert 100 < query < 400 and 100 < key < 400
    assert float(tip.split()[-1]) == pytest.approx(weights[query, key], abs=6e-5)
    page.get_by_role("button", name="Whole map").click()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    expect(page.locator(".tip")).to_contain_text(re.compile(r"\(5[01]\d\)"))


def test_a_layer_of_a_long_input_comes_once(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/attention?layer=2&head=3&text={quote(LONG)}")
    expect(page.locator(".notes")).to_contain_text("512")
    page.wait_for_url(lambda url: "text=" in url)  # taken away for a moment when a visit begins
    sent = frames_sent(page)
    expect(page.locator(".notes")).to_contain_text("512")
    before = len(sent)

    def go_to_layer(index: int) -> None:
        page.locator("select.layer").select_option(index=index)
        page.wait_for_timeout(300)
        expect(page.locator(".changes")).to_have_text("")
        settle(page)

    go_to_layer(6)
    go_to_layer(8)  # one of the two may be the layer that the view opens with by itself
    after_two = len(sent)
    assert after_two > before
    page.locator("select.head").select_option(index=9)
    go_to_layer(1)
    go_to_layer(6)
    go_to_layer(8)
    assert len(sent) == after_two


def test_two_columns_of_a_diffuse_head_differ_when_colours_end_at_the_largest(open_page: OpenPage) -> None:
    page = open_explorer(open_page, scale="relative")
    darkest = page.locator(".cells").evaluate(
        """canvas => {
          const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          let least = 255;
          for (let i = 0; i < pixels.length; i += 4)
            if (pixels[i + 3] === 255) least = Math.min(least, pixels[i]);
          return least;
        }"""
    )
    assert darkest < 40


def link_of(page: Page) -> str:
    """Ask for the link of the view."""
    page.get_by_role("button", name="Link").click()
    code = page.get_by_test_id("stCode")
    expect(code).to_contain_text("/attention")
    link = code.inner_text().strip()
    return link[link.index("/attention") :]


def test_a_link_names_what_was_chosen_after_a_link_was_opened(open_page: OpenPage) -> None:
    page = open_explorer(open_page)
    page.get_by_label("Whole words").check()
    page.locator("[data-setting=order]").select_option("entropy")
    other = open_page(link_of(page))
    expect(other.get_by_label("Whole words")).to_be_checked()
    expect(other.locator("[data-setting=order]")).to_have_value("entropy")
    expect(other.locator(".changes")).to_have_text(page.locator(".changes").inner_text())


def test_choices_survive_another_view_and_its_writing_to_the_address(open_page: OpenPage) -> None:
    page = open_explorer(open_page)
    page.get_by_label("Whole words").check()
    for view, part in (("Flow", ".st-key-flow_maps_chart"), ("Explore", ".cells")):
        click(page, page.get_by_role("radio", name=view).or_(page.get_by_role("button", name=view)).first)
        expect(page.locator(part)).to_be_visible()
    expect(page.get_by_label("Whole words")).to_be_checked()

    def is_in_the_address() -> None:
        asked = parse_qs(urlsplit(page.url).query)
        assert "view" not in asked
        assert asked.get("words") == ["true"] and asked.get("text") == [TEXT]

    eventually(page, is_in_the_address)
    assert "words=true" in link_of(page)


def test_what_the_rows_add_up_to_is_said_as_it_is(open_page: OpenPage) -> None:
    page = open_explorer(open_page)
    how_to = page.locator(".how-to")
    expect(how_to).to_contain_text("add up to 1.")
    page.get_by_role("button", name="A → B").click()
    expect(how_to).to_contain_text("less than 1")
    assert (table(page).sum(axis=1) < 0.999).all()
    page.locator(".more summary").click()
    page.get_by_label("Make every row add up to 1 again").check()
    expect(how_to).to_contain_text("add up to 1.")
    assert np.abs(table(page).sum(axis=1) - 1).max() < 2e-3


def test_a_pin_of_another_text_does_not_come_back_with_the_example(open_page: OpenPage) -> None:
    page = open_page("/attention?layer=3&head=2&cell=1-2")
    expect(page.locator(".reading")).to_contain_text("Point at a cell")


def test_a_kept_cell_stays_with_its_text(open_page: OpenPage) -> None:
    page = open_page(f"/attention?text={quote('The cat sat on the mat')}&layer=3&head=2&cell=1-5")
    expect(page.locator(".reading")).to_contain_text("→")
    page.get_by_role("radio", name="Flow").or_(page.get_by_role("button", name="Flow")).first.click()
    expect(page.locator(".st-key-flow_maps_chart")).to_be_visible()
    settle(page)
    type_into(page, "Sentence", "Another sentence with some words")
    page.get_by_role("radio", name="Explore").or_(page.get_by_role("button", name="Explore")).first.click()
    expect(page.locator(".reading")).to_contain_text("Point at a cell")


def test_what_is_left_of_a_row_is_made_whole_exactly(open_page: OpenPage, mini: BertEngine) -> None:
    text = "Saqué dinero del banco"
    page = open_explorer(
        open_page, text=text, pair="", special="hide", renormalise="true", layer="3", head="7"
    )
    maps = mini.attention(text)
    shown = ~maps.encoding.special
    expected = maps.weights[2, 6][np.ix_(shown, shown)]
    assert np.abs(table(page) - expected / expected.sum(axis=1, keepdims=True)).max() < 2e-3
