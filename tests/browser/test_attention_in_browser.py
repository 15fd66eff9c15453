"""The attention page as a person sees it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from page_actions import hover_cell, picture, point_at_cell, settle, type_into
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Mi hermana lee un libro junto al río"
HOSTILE = "</script><img src=x onerror=alert(1)>"


def shown_head(page: Page) -> tuple[int, int]:
    """Return the 0-based layer and head of the title."""
    expect(page.locator(".title")).to_contain_text(re.compile(r"\d"))
    layer, head = map(int, re.findall(r"\d+", page.locator(".title").inner_text()))
    return layer - 1, head - 1


def frames_sent(page: Page) -> list[object]:
    """Collect what the page sends to the server from now on."""
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    page.locator(".title").wait_for()
    settle(page)
    return sent


def test_a_sentence_of_ones_own_is_read_back(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
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
    maps = mini.attention(SENTENCE)
    tip = hover_cell(page, 4, 2, n=len(maps.encoding))
    assert tip.startswith(f"{maps.encoding.labels[4]} (4) → {maps.encoding.labels[2]} (2)")
    assert float(tip.split()[-1]) == pytest.approx(maps.weights[2, 1, 4, 2], abs=1e-4)


def test_repeated_words_have_rows_of_their_own(open_page: OpenPage, mini: BertEngine) -> None:
    text = "the cat sat on the mat"
    page = open_page("/attention")
    type_into(page, "Sentence", text)
    page.get_by_text("The numbers of this head").click()
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
    page.wait_for_timeout(500)
    assert len(sent) == before
    assert "layer=8" in page.url


def test_a_click_on_a_thumbnail_opens_its_head(open_page: OpenPage) -> None:
    page = open_page("/attention")
    box = page.locator(".thumbnails").bounding_box()
    assert box
    step = (box["width"] - 22) / 12
    page.mouse.click(box["x"] + 22 + 2.5 * step, box["y"] + 22 + 9.5 * step)
    assert shown_head(page) == (9, 2)


def test_head_and_text_come_back_by_link(open_page: OpenPage) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    page.locator("select.layer").select_option(index=4)
    page.locator("select.head").select_option(index=10)
    assert "hermana" not in page.url
    page.get_by_role("button", name="Link").click()
    link = page.get_by_test_id("stCode").inner_text().strip()
    assert "hermana" in link
    other = open_page(link[link.index("/attention") :])
    assert shown_head(other) == (4, 10)
    assert other.get_by_label("Sentence", exact=True).input_value() == SENTENCE
    assert "hermana" not in other.url


@pytest.mark.parametrize("text", [HOSTILE, "$5 and $6", ":smile:", "*x* a_b_c", "<b>bold</b>"])
def test_hostile_text_is_shown_as_typed(open_page: OpenPage, text: str, mini: BertEngine) -> None:
    page = open_page("/attention")
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    type_into(page, "Sentence", text)
    page.get_by_text("The numbers of this head").click()
    names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
    expect(page.locator(".table tbody th")).to_have_text(names)
    assert page.locator("img[src=x]").count() == 0
    assert alerts == []


@pytest.mark.parametrize("end", ["$5 and $6 *x* :smile: <b>y</b>", "a_b_c [l](http://x.y) :red[z]"])
def test_the_notice_of_a_cut_shows_the_text_as_typed(open_page: OpenPage, end: str) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", "casa " * 510 + end)
    notice = page.get_by_test_id("stAlert")
    expect(notice).to_contain_text("512 tokens")
    expect(notice).to_contain_text(end)


def test_the_whole_length_of_the_model_stays_usable(open_page: OpenPage, mini: BertEngine) -> None:
    text = "La casa del banco está junto al río y la plaza. " * 60
    page = open_page("/attention")
    type_into(page, "Sentence", text)
    page.locator("select.layer").select_option(index=10)
    page.wait_for_timeout(300)
    settle(page)
    layer, head = shown_head(page)
    assert layer == 10
    reading = page.locator(".reading")
    expect(reading).not_to_contain_text("…")
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
    with page.expect_download() as waiting:
        page.get_by_role("button", name="This head as CSV").click()
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    maps = mini.attention(SENTENCE)
    n = len(maps.encoding)
    assert len(lines) == n * n + 1
    assert float(lines[1 + 2 * n + 5].split(",")[-1]) == pytest.approx(maps.weights[1, 3, 2, 5], abs=2e-5)
    assert waiting.value.suggested_filename == "attention_layer2_head4.csv"
    with page.expect_download() as waiting:
        page.get_by_role("button", name="This map as PNG").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
