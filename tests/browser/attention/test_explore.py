"""The attention page as a person sees it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from page_actions import (
    answered,
    assert_fits_a_phone,
    at_rest,
    drawn,
    eventually,
    frames_sent,
    hover_cell,
    picture,
    point_at_cell,
    rows_with_a_label,
    settle,
    tall,
    type_into,
    unfold_numbers,
)
from PIL import Image
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Mi hermana lee un libro junto al río"
LONG = "La profesora que explicaba la historia de la ciudad decidió quedarse en el banco de la plaza"
HOSTILE = "</script><img src=x onerror=alert(1)>"


def shown_head(page: Page) -> tuple[int, int]:
    """Return the 0-based layer and head of the title."""
    expect(page.locator(".title")).to_contain_text(re.compile(r"\d"))
    layer, head = map(int, re.findall(r"\d+", page.locator(".title").inner_text()))
    return layer - 1, head - 1


def test_a_sentence_of_ones_own_is_read_back(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    maps = mini.attention(SENTENCE)
    layer, head = shown_head(page)
    query, key = 1, 3
    reading = point_at_cell(page, query, key)
    query_token, key_token = maps.encoding.labels[query], maps.encoding.labels[key]
    assert reading.startswith(f"{query_token} ({query}) → {key_token} ({key})")
    assert float(reading.split()[-1]) == pytest.approx(maps.weights[layer, head, query, key], abs=1e-4)


def test_the_mouse_reads_the_same_number(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention?layer=3&head=2")
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    maps = mini.attention(SENTENCE)
    tip = hover_cell(page, 4, 2, n=len(maps.encoding))
    assert tip.startswith(f"{maps.encoding.labels[4]} (4) → {maps.encoding.labels[2]} (2)")
    assert float(tip.split()[-1]) == pytest.approx(maps.weights[2, 1, 4, 2], abs=1e-4)


def test_repeated_words_have_rows_of_their_own(open_page: OpenPage, mini: BertEngine) -> None:
    text = "the cat sat on the mat"
    page = open_page("/attention")
    type_into(page, "Sentence", text)
    page.get_by_text("The numbers of this picture").click()
    expect(page.locator(".table")).to_contain_text("the 5")
    rows = page.locator(".table tbody tr")
    n = len(mini.encode(text))
    expect(rows).to_have_count(n)
    expect(rows.first.locator("td")).to_have_count(n)
    names = page.locator(".table tbody th").all_inner_texts()
    assert len(set(names)) == n
    assert [name for name in names if name.startswith("the ")] == ["the 1", "the 5"]


def test_choosing_a_head_asks_the_server_for_nothing(open_page: OpenPage) -> None:
    page = open_page("/attention")
    sent = frames_sent(page)
    before = len(sent)
    assert before > 0
    heads = page.locator(".heads")
    heads.focus()
    layer, head = shown_head(page)
    heads.press("ArrowDown")
    heads.press("ArrowRight")
    assert shown_head(page) == ((layer + 1) % 12, (head + 1) % 12)
    page.locator("select.layer").select_option(index=7)
    assert shown_head(page)[0] == 7
    page.wait_for_url("**layer=8**")
    page.wait_for_timeout(500)
    assert len(sent) == before


def test_a_click_on_a_thumbnail_opens_its_head(open_page: OpenPage) -> None:
    page = open_page("/attention")
    drawn(page)
    box = at_rest(page, page.locator(".thumbnails"))
    step = (box["width"] - 22) / 12
    page.mouse.click(box["x"] + 22 + 2.5 * step, box["y"] + 22 + 9.5 * step)
    expect(page.locator(".title")).to_have_text("Layer 10, head 3")


def test_head_and_text_come_back_by_link(open_page: OpenPage) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    page.locator("select.layer").select_option(index=4)
    page.locator("select.head").select_option(index=10)
    assert "hermana" not in page.url
    page.get_by_role("button", name="Link").click()
    code = page.get_by_test_id("stCode")
    expect(code).to_contain_text("hermana")
    link = code.inner_text().strip()
    other = open_page(link[link.index("/attention") :])
    assert shown_head(other) == (4, 10)
    expect(other.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    other.wait_for_url(lambda url: "text=" in url)  # taken away for a moment when a visit begins
    other.reload()
    other.locator(".title").wait_for()
    settle(other)
    expect(other.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    assert shown_head(other) == (4, 10)


def test_hostile_text_is_shown_as_typed(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention")
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.get_by_text("The numbers of this picture").click()
    for text in (HOSTILE, "$5 and $6", ":smile:", "*x* a_b_c", "<b>bold</b>"):
        type_into(page, "Sentence", text)
        names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
        expect(page.locator(".table tbody th")).to_have_text(names)
        assert page.locator("img[src=x]").count() == 0
        assert alerts == []


def test_the_notice_of_a_cut_shows_the_text_as_typed(open_page: OpenPage) -> None:
    page = open_page("/attention")
    for end in ("$5 and $6 *x* :smile: <b>y</b>", "a_b_c [l](http://x.y) :red[z]"):
        type_into(page, "Sentence", "casa " * 510 + end)
        notice = page.locator(".notes")
        expect(notice).to_contain_text("512 tokens")
        expect(notice).to_contain_text(end)


def test_the_whole_length_of_the_model_stays_usable(open_page: OpenPage, mini: BertEngine) -> None:
    text = "La casa del banco está junto al río y la plaza. " * 60
    page = open_page("/attention")
    type_into(page, "Sentence", text)
    expect(page.locator(".notes")).to_contain_text("512 tokens")
    with answered(page):
        page.locator("select.layer").select_option(index=10)
    layer, head = shown_head(page)
    assert layer == 10
    expect(page.locator(".changes")).not_to_contain_text("on its way")
    value = float(point_at_cell(page, 3, 1).split()[-1])
    assert value == pytest.approx(mini.attention(text).weights[10, head, 3, 1], abs=1e-4)


def test_a_blank_text_gets_a_hint(open_page: OpenPage) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", "   ")
    expect(page.get_by_test_id("stAlert")).to_contain_text("no text yet")
    expect(page.locator(".map")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_can_be_read(open_page: OpenPage, theme: str) -> None:
    page = open_page("/attention", theme=theme)
    drawn(page)
    tall(page, page.locator(".pictures"))
    brightness = picture(page, ".pictures")
    ground = 1.0 if theme == "light" else 0.08
    assert abs(brightness[-2:, -2:].mean() - ground) < 0.05
    marks = brightness < 0.45 if theme == "light" else brightness > 0.55
    assert 0.005 < marks.mean() < 0.5
    title = picture(page, "h1")
    assert title.max() - title.min() > 0.6


def test_downloads_hold_the_head_on_screen(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention?layer=2&head=4")
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="These numbers as CSV").click()
    lines = waiting.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert waiting.value.path().read_bytes().startswith(codecs.BOM_UTF8)
    maps = mini.attention(SENTENCE)
    n = len(maps.encoding)
    assert len(lines) == n * n + 1
    assert float(lines[1 + 2 * n + 5].split(",")[-1]) == pytest.approx(maps.weights[1, 3, 2, 5], abs=6e-5)
    assert waiting.value.suggested_filename == "attention_layer2_head4.csv"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_is_large_opaque_and_names_what_it_shows(open_page: OpenPage, theme: str) -> None:
    page = open_page("/attention?layer=2&head=4", theme=theme)
    pictures = []
    for word in ("libro", "plato"):
        type_into(page, "Sentence", SENTENCE.replace("libro", word))
        unfold_numbers(page)
        expect(page.locator(".table")).to_contain_text(word)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="This picture as PNG").click()
        pictures.append(Image.open(waiting.value.path()).convert("RGBA"))
    first, second = (np.asarray(image).astype(int) for image in pictures)
    assert first.shape[1] >= 1600
    assert first[..., 3].min() == 255
    assert (first[0, 0, 0] > 128) == (theme == "light")
    heading, scale = slice(90, 150), slice(-110, -40)  # rows of the sentence, rows of the colours
    assert np.abs(first[heading] - second[heading]).max() > 100
    assert np.unique(first[scale].reshape(-1, 4), axis=0).shape[0] > 100


@pytest.mark.parametrize("text", [SENTENCE, LONG])
def test_the_map_uses_the_window_and_ends_above_its_edge(open_page: OpenPage, text: str) -> None:
    page = open_page(f"/attention?text={quote(text)}")
    settle(page)
    for width, height, least in ((1280, 720, 460), (1920, 1080, 800), (1024, 768, 350), (1200, 1300, 450)):
        page.set_viewport_size({"width": width, "height": height})

        def has_its_place(height: int = height, least: int = least) -> None:
            box = page.locator(".cells").bounding_box()
            reading = page.locator(".reading").bounding_box()
            room = page.locator(".view").bounding_box()
            assert box and reading and room
            assert box["width"] >= least
            assert reading["y"] + reading["height"] <= height
            assert box["x"] + box["width"] <= room["x"] + room["width"] + 1

        eventually(page, has_its_place)


def labelled(page: Page, n: int) -> None:
    assert rows_with_a_label(page, n) == n


def test_every_token_of_an_ordinary_sentence_is_labelled(open_page: OpenPage) -> None:
    page = open_page("/attention")
    for words in (8, 26, 38):
        type_into(page, "Sentence", " ".join(["casa", "mesa"] * (words // 2)))
        drawn(page, f"mesa {words}")
        eventually(page, lambda n=words + 2: labelled(page, n))


def test_the_head_stays_when_the_sentence_and_the_page_change(open_page: OpenPage) -> None:
    page = open_page("/attention")
    page.locator("select.layer").select_option(index=4)
    page.locator("select.head").select_option(index=10)
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    assert shown_head(page) == (4, 10)
    page.get_by_role("link", name="Masked words").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Masked")
    settle(page)
    page.get_by_role("link", name="Attention").click()
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    assert shown_head(page) == (4, 10)
    page.wait_for_url(lambda url: "layer=5" in url and "head=11" in url)


def test_the_automatic_head_of_a_first_visit_stays_too(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention")
    first = shown_head(page)
    type_into(page, "Sentence", "")
    expect(page.locator(".map")).to_have_count(0)
    for text in (SENTENCE, "the cat sat on the mat", "hola"):
        type_into(page, "Sentence", text)
        drawn(page, "[SEP]")
        names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
        expect(page.locator(".table tbody th")).to_have_text(names)
        assert shown_head(page) == first


def test_a_clicked_cell_is_kept_until_another_click_or_escape(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
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


def test_the_keyboard_keeps_a_cell_and_frees_it(open_page: OpenPage) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    point_at_cell(page, 2, 3)
    page.keyboard.press("Enter")
    page.wait_for_url("**cell=2-3**")
    page.keyboard.press("ArrowDown")  # the cell that is kept is the one on screen
    page.wait_for_url("**cell=3-3**")
    page.keyboard.press(" ")
    page.wait_for_url(lambda url: "cell=" not in url)


def click(page: Page) -> None:
    """Press the mouse where it is."""
    page.mouse.down()
    page.mouse.up()


@pytest.mark.parametrize(("locale", "mark"), [("es-ES", ","), ("pt-BR", ","), ("en-US", ".")])
def test_numbers_are_read_in_the_language_of_the_page(open_page: OpenPage, locale: str, mark: str) -> None:
    page = open_page("/attention", locale=locale)
    assert re.search(rf"\b[01]{re.escape(mark)}\d{{4}}$", point_at_cell(page, 1, 0))
    unfold_numbers(page)
    assert re.fullmatch(rf"[01]{re.escape(mark)}\d{{4}}", page.locator("td").first.inner_text())


def test_notes_stand_under_the_picture(open_page: OpenPage) -> None:
    page = open_page(f"/attention?text={quote('hola 😊')}")
    drawn(page)

    def stand_in_order() -> None:
        tops = [
            page.locator(name).bounding_box()
            for name in (".map", ".reading", ".notes", ".how-to", ".numbers")
        ]
        heights = [box["y"] for box in tops if box]
        assert len(heights) == 5 and heights == sorted(heights)
        note = tops[2]
        assert note and 0 < note["height"] and note["y"] + note["height"] <= 720
        downloads = page.locator(".exports").bounding_box()
        whole = page.get_by_role("button", name="All heads as NPZ").bounding_box()
        assert downloads and whole and heights[-1] < downloads["y"] < whole["y"] < downloads["y"] + 80

    eventually(page, stand_in_order)


def test_on_a_phone_the_map_scrolls_inside_and_a_tap_keeps_a_cell(open_page: OpenPage) -> None:
    page = open_page(f"/attention?text={quote(' '.join(['casa', 'mesa'] * 18))}")
    assert_fits_a_phone(page)

    def scrolls() -> None:
        inner, outer = page.locator(".map").evaluate("map => [map.scrollWidth, map.clientWidth]")
        assert inner > outer

    eventually(page, scrolls)
    page.locator(".cells").click(position={"x": 200, "y": 200})
    kept = page.locator(".reading").inner_text()
    assert "→" in kept
    page.locator(".how-to").hover()
    assert page.locator(".reading").inner_text() == kept
