"""What the attention view says, draws and saves of the weights it is sent; no server is asked."""

from __future__ import annotations

import codecs
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from bare_view import open_again, open_view, receive
from explore_reading import shown_head
from page_actions import (
    at_rest,
    drawn,
    eventually,
    hover_cell,
    point_at_cell,
    rows_with_a_label,
    unfold_numbers,
)
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
SENTENCE = "Mi hermana lee un libro junto al río"
LONG = "La casa del banco está junto al río y la plaza. " * 60
HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def page(view_page: Page) -> Page:
    return view_page


def test_repeated_words_have_rows_of_their_own(page: Page, mini: BertEngine) -> None:
    text = "the cat sat on the mat"
    open_view(page, text)
    drawn(page, "the 5")
    rows = page.locator(".table tbody tr")
    n = len(mini.encode(text))
    expect(rows).to_have_count(n)
    expect(rows.first.locator("td")).to_have_count(n)
    names = page.locator(".table tbody th").all_text_contents()
    assert len(set(names)) == n
    assert [name for name in names if name.startswith("the ")] == ["the 1", "the 5"]


def test_a_click_on_a_thumbnail_opens_its_head(page: Page) -> None:
    open_view(page, SENTENCE)
    box = at_rest(page, page.locator(".thumbnails"))
    step = (box["width"] - 22) / 12
    page.mouse.click(box["x"] + 22 + 2.5 * step, box["y"] + 22 + 9.5 * step)
    expect(page.locator(".title")).to_have_text("Layer 10, head 3")
    assert page.evaluate("asked") == []


def test_hostile_text_is_shown_as_typed(page: Page, mini: BertEngine) -> None:
    open_view(page, SENTENCE)
    for text in (HOSTILE, "$5 and $6", ":smile:", "*x* a_b_c", "<b>bold</b>"):
        receive(page, text)
        names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
        page.locator(".numbers").evaluate("numbers => (numbers.open = true)")
        expect(page.locator(".table tbody th")).to_have_text(names)
        assert page.locator("img, b").count() == 0


def test_the_notice_of_a_cut_shows_the_text_as_typed(page: Page) -> None:
    end = "$5 and $6 *x* :smile: <b>y</b> a_b_c [l](http://x.y) :red[z]"
    open_view(page, "casa " * 510 + end)
    notice = page.locator(".notes")
    expect(notice).to_contain_text("512 tokens")
    expect(notice).to_contain_text(end)


def test_a_saved_table_holds_the_head_on_screen(page: Page, mini: BertEngine) -> None:
    open_view(page, SENTENCE, layer="2", head="4")
    page.locator(".exports summary").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="These numbers as CSV").click()
    assert waiting.value.path().read_bytes().startswith(codecs.BOM_UTF8)
    lines = waiting.value.path().read_text(encoding="utf-8-sig").splitlines()
    maps = mini.attention(SENTENCE)
    n = len(maps.encoding)
    assert len(lines) == n * n + 1
    assert float(lines[1 + 2 * n + 5].split(",")[-1]) == pytest.approx(maps.weights[1, 3, 2, 5], abs=6e-5)
    assert waiting.value.suggested_filename == "attention_layer2_head4.csv"


@pytest.mark.parametrize("words", [8, 26, 38])
def test_every_token_of_an_ordinary_sentence_is_labelled(page: Page, words: int) -> None:
    open_view(page, " ".join(["casa", "mesa"] * (words // 2)))

    def all_labelled() -> None:
        assert rows_with_a_label(page, words + 2) == words + 2

    eventually(page, all_labelled)


def test_the_automatic_head_of_a_first_visit_stays(page: Page, mini: BertEngine) -> None:
    open_view(page, SENTENCE)
    first = shown_head(page)
    for text, show in (("the cat sat on the mat", receive), ("hola", open_again)):
        asked = {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
        show(page, text, **{name: asked[name] for name in ("layer", "head")})
        page.locator(".numbers").evaluate("numbers => (numbers.open = true)")
        names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
        expect(page.locator(".table tbody th")).to_have_text(names)
        assert shown_head(page) == first


def test_a_view_without_an_address_opens_at_what_the_tab_remembers(page: Page) -> None:
    open_view(page, SENTENCE, layer="5", head="11", words="true")
    open_again(page, "hola mundo")
    assert shown_head(page) == (4, 10)
    expect(page.get_by_label("Whole words")).to_be_checked()


def test_a_clicked_cell_is_kept_until_another_click_or_escape(page: Page, mini: BertEngine) -> None:
    open_view(page, SENTENCE)
    reading, tip, n = page.locator(".reading"), page.locator(".tip"), len(mini.encode(SENTENCE))
    kept = hover_cell(page, 2, 3, n=n)
    click(page)
    assert hover_cell(page, 5, 6, n=n) == kept
    page.locator(".heads").hover()
    expect(tip).to_have_text(kept)
    page.keyboard.press("Escape")
    expect(reading).to_contain_text("Point at a cell")
    assert hover_cell(page, 5, 6, n=n) != kept
    click(page)
    click(page)
    assert hover_cell(page, 2, 3, n=n) == kept


def click(page: Page) -> None:
    """Press the mouse where it is."""
    page.mouse.down()
    page.mouse.up()


def test_the_keyboard_keeps_a_cell_and_frees_it(page: Page) -> None:
    open_view(page, SENTENCE)
    point_at_cell(page, 2, 3)
    page.keyboard.press("Enter")
    page.wait_for_url("**cell=2-3**")
    page.keyboard.press("ArrowDown")  # the cell that is kept is the one on screen
    page.wait_for_url("**cell=3-3**")
    page.keyboard.press(" ")
    page.wait_for_url(lambda url: "cell=" not in url)


def test_a_pin_of_another_text_does_not_come_back_with_the_example(page: Page) -> None:
    open_view(page, None, layer="3", head="2", cell="1-2")
    expect(page.locator(".reading")).to_contain_text("Point at a cell")


@pytest.mark.parametrize(("lang", "mark"), [("es", ","), ("pt", ","), ("en", ".")])
def test_numbers_are_read_in_the_language_of_the_page(page: Page, lang: str, mark: str) -> None:
    open_view(page, SENTENCE, lang=lang)
    assert re.search(rf"\b[01]{re.escape(mark)}\d{{4}}$", point_at_cell(page, 1, 0))
    unfold_numbers(page)
    assert re.fullmatch(rf"[01]{re.escape(mark)}\d{{4}}", page.locator("td").first.inner_text())


def test_a_long_input_is_enlarged_and_moved_and_reads_right(page: Page, mini: BertEngine) -> None:
    open_view(page, LONG, layer="2", head="3")
    weights = mini.attention(LONG).weights[1, 2]
    expect(page.locator(".changes")).to_have_text("")
    box = at_rest(page, page.locator(".cells"))
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6)
    for _ in range(8):
        page.mouse.wheel(0, -240)
    page.wait_for_url("**zoom=**")
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


def test_two_columns_of_a_diffuse_head_differ_when_colours_end_at_the_largest(page: Page) -> None:
    open_view(page, "Saqué dinero del banco, Inés", layer="3", head="2", scale="relative")
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
