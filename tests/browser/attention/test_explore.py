"""The attention page as a person uses it: texts and layers that the server answers, and the room it has.

What the view makes of the weights it was sent is asserted without a server in `test_explore_view.py`,
`test_explore_choices.py`, `test_explore_lines.py` and `test_explore_exports.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from explore_reading import shown_head
from page_actions import (
    answered,
    assert_fits_a_phone,
    drawn,
    eventually,
    hover_cell,
    messages_sent,
    picture,
    point_at_cell,
    settle,
    tall,
    type_into,
)
from PIL import Image
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Mi hermana lee un libro junto al río"
LONG = "La profesora que explicaba la historia de la ciudad decidió quedarse en el banco de la plaza"
CUT = "La casa del banco está junto al río y la plaza. " * 60
HOSTILE = "</script><img src=x onerror=alert(1)>"


def test_a_text_of_ones_own_is_read_by_keys_and_mouse(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention?layer=3&head=2")
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    assert shown_head(page) == (2, 1)
    maps = mini.attention(SENTENCE)
    labels, n = maps.encoding.labels, len(maps.encoding)
    reading = point_at_cell(page, 1, 3)
    assert reading.startswith(f"{labels[1]} (1) → {labels[3]} (3)")
    assert float(reading.split()[-1]) == pytest.approx(maps.weights[2, 1, 1, 3], abs=1e-4)
    tip = hover_cell(page, 4, 2, n=n)
    assert tip.startswith(f"{labels[4]} (4) → {labels[2]} (2)")
    assert float(tip.split()[-1]) == pytest.approx(maps.weights[2, 1, 4, 2], abs=1e-4)
    for text in (HOSTILE, "$5 and $6 :smile: *x* a_b_c"):
        type_into(page, "Sentence", text)
        names = [f"{surface} {i}" for i, surface in enumerate(mini.encode(text).labels)]
        expect(page.locator(".table tbody th")).to_have_text(names)
        assert page.locator("img[src=x]").count() == 0
    assert alerts == []


def test_choosing_a_head_asks_the_server_for_nothing(open_page: OpenPage) -> None:
    page = open_page("/attention")
    layer, head = shown_head(page)
    before = messages_sent(page)
    heads = page.locator(".heads")
    heads.press("ArrowDown")
    heads.press("ArrowRight")
    assert shown_head(page) == ((layer + 1) % 12, (head + 1) % 12)
    page.locator("select.layer").select_option(index=7)
    assert shown_head(page)[0] == 7
    page.wait_for_url("**layer=8**")
    settle(page)
    assert messages_sent(page) == before


def test_each_layer_of_a_long_text_comes_once_and_reads_right(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page(f"/attention?layer=2&head=3&text={quote(CUT)}")
    expect(page.locator(".notes")).to_contain_text("512 tokens")
    drawn(page)
    changes, layers = page.locator(".changes"), page.locator("select.layer")
    for index in (6, 10):
        with answered(page):
            layers.select_option(index=index)
        expect(changes).to_have_text("")
    assert shown_head(page) == (10, 2)
    value = float(point_at_cell(page, 3, 1).split()[-1])
    assert value == pytest.approx(mini.attention(CUT).weights[10, 2, 3, 1], abs=1e-4)
    before = messages_sent(page)
    page.locator("select.head").select_option(index=9)
    for index in (1, 6, 10):
        layers.select_option(index=index)
        assert shown_head(page) == (index, 9)
        expect(changes).to_have_text("")
    settle(page)
    assert messages_sent(page) == before


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_can_be_read_on_screen_and_in_a_picture(
    open_page: OpenPage, strangers: list[str], theme: str
) -> None:
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
    assert (picture(page, "[data-testid=stApp]").mean() > 0.6) == (theme == "light")
    assert strangers == []
    page.locator(".exports summary").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="This picture as PNG").click()
    saved = np.asarray(Image.open(waiting.value.path()).convert("RGBA")).astype(int)
    assert saved.shape[1] >= 1600
    assert saved[..., 3].min() == 255
    assert (saved[0, 0, 0] > 128) == (theme == "light")


WINDOWS = ((1280, 720, 460), (1920, 1080, 800), (1024, 768, 350), (1200, 1300, 450))


def test_the_map_uses_the_window_and_ends_above_its_edge(open_page: OpenPage) -> None:
    page = open_page(f"/attention?text={quote('hola 😊')}")
    drawn(page)
    eventually(page, lambda: notes_stand_under_the_picture(page))
    for text, word in ((SENTENCE, "hermana"), (LONG, "profesora")):
        type_into(page, "Sentence", text)
        drawn(page, word)
        page.locator(".numbers").evaluate("numbers => (numbers.open = false)")
        for width, height, least in WINDOWS:
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


def notes_stand_under_the_picture(page: Page) -> None:
    """Fail where what belongs to the picture does not stand under it in its order, in a window 720 high."""
    parts = (".map", ".reading", ".notes", ".how-to", ".numbers")
    tops = [page.locator(name).bounding_box() for name in parts]
    heights = [box["y"] for box in tops if box]
    assert len(heights) == 5 and heights == sorted(heights)
    note = tops[2]
    assert note and 0 < note["height"] and note["y"] + note["height"] <= 720
    downloads = page.locator(".exports").bounding_box()
    assert downloads and heights[-1] < downloads["y"]


def test_the_head_that_opens_says_which_words_it_links(open_page: OpenPage) -> None:
    page = open_page(f"/attention?text={quote('The animal did not cross the street because it was tired')}")
    expect(page.locator(".doing")).to_have_text("links above all “it” with “animal” (0.55)")


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
