"""Finding a head and opening it, as a person does."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from page_actions import answered, at_rest, settle
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = "Mi hermana lee un libro junto al río"
ADDRESS = f"/attention?view=heads&text={quote(TEXT)}"
HEADING_HEIGHT, ROW_HEIGHT = 34, 27
ENTROPY_AT = (
    118  # pixels from the left edge of the table, behind the columns of layer and head; left of a menu
)


def click_table(page: Page, row: int) -> None:
    """Click a row's entropy, or with -1 the heading of that column."""
    box = at_rest(page, page.locator("[data-testid=stDataFrame] canvas").first)
    down = HEADING_HEIGHT / 2 if row < 0 else HEADING_HEIGHT + (row + 0.5) * ROW_HEIGHT
    with answered(page):
        page.mouse.click(box["x"] + ENTROPY_AT, box["y"] + down)


def open_button(page: Page) -> tuple[int, int]:
    """Return the 0-based layer and head that the button would open."""
    button = page.get_by_role("button", name=re.compile(r"Open \d+\.\d+"))
    layer, head = map(int, re.findall(r"\d+", button.inner_text()))
    return layer - 1, head - 1


def test_a_row_of_the_sorted_table_opens_in_explore(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(ADDRESS)
    table = page.locator("[data-testid=stDataFrame]").first
    place = at_rest(page, table)
    assert place["y"] + place["height"] <= 720
    entropy = mini.head_statistics(TEXT).entropy
    click_table(page, 1)
    assert open_button(page) == (0, 1)
    click_table(page, -1)
    expect(page.get_by_role("button", name="Open the head")).to_be_visible()  # sorting frees the row
    least = np.unravel_index(entropy.argmin(), entropy.shape)
    rows = page.locator("[data-testid=stDataFrame] canvas tbody tr")  # as a screen reader finds them
    expect(rows.first.locator("td").nth(0)).to_have_text(str(least[0] + 1))
    expect(rows.first.locator("td").nth(1)).to_have_text(str(least[1] + 1))
    click_table(page, 0)
    first = open_button(page)
    assert first == least
    page.get_by_role("button", name=re.compile(r"Open \d+\.\d+")).click()
    title = page.locator(".title")
    expect(title).to_contain_text(f"Layer {first[0] + 1}, head {first[1] + 1}")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(TEXT)
    page.wait_for_url(lambda url: f"layer={first[0] + 1}" in url and "view=" not in url)
    assert strangers == []


def test_a_point_of_the_map_opens_in_explore(open_page: OpenPage) -> None:
    page = open_page(f"{ADDRESS}&find=map")
    point = page.locator(".scatterlayer .point").nth(30)
    at_rest(page, point)
    with answered(page):
        point.click(force=True)
    layer, head = open_button(page)
    page.get_by_role("button", name=re.compile(r"Open \d+\.\d+")).click()
    expect(page.locator(".title")).to_contain_text(f"Layer {layer + 1}, head {head + 1}")


def test_hostile_words_are_inert_in_the_search(open_page: OpenPage) -> None:
    hostile = "</script><img src=x onerror=alert(1)> <b>gato</b>"
    page = open_page(f"/attention?view=heads&find=search&text={quote(hostile)}")
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.get_by_label("Words that look", exact=True).click()
    expect(page.get_by_role("option").first).to_contain_text("[CLS] (0)")
    settle(page)
    assert dialogs == []
    assert page.locator("img[src=x]").count() == 0
