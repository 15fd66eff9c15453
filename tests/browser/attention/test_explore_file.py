"""The attention view saved as one HTML file opens from disk and works without any network."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from bare_view import open_view, receive
from page_actions import open_front_head, picture, point_at_cell
from playwright.sync_api import Browser, Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "Mi hermana lee un libro junto al río"
HOSTILE = "</script><img src=x onerror=alert(1)> <!-- </style> {{payload}} &lt;"


@pytest.fixture
def open_file(chromium: Browser) -> Iterator[Callable[[Path], Page]]:
    """Open a file from disk in a browser that may ask for nothing else; a message box or an error fails."""
    context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 720})
    asked: list[str] = []
    faults: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda error: faults.append(str(error.error)))
    context.on("dialog", lambda dialog: (faults.append(dialog.message), dialog.dismiss()))

    def open_it(path: Path) -> Page:
        page = context.new_page()
        page.goto(path.as_uri())
        expect(page.locator(".title")).to_contain_text(re.compile(r"\d"))
        return page

    yield open_it
    context.close()
    assert faults == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def save_page(page: Page, folder: Path) -> Path:
    """Save the view as a web page."""
    page.locator(".exports summary").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="This view as a web page").click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def value_read(page: Page) -> float:
    """Return the number that the page reads out."""
    return float(page.locator(".reading").inner_text().split()[-1])


def test_the_file_opens_at_the_same_view_and_answers_the_keyboard(
    open_page: OpenPage, open_file: Callable[[Path], Page], mini: BertEngine, tmp_path: Path
) -> None:
    page = open_page(f"/attention?layer=3&head=2&special=hide&text={quote(SENTENCE)}", theme="dark")
    file = open_file(save_page(page, tmp_path))
    assert picture(file, "body")[-3:, -3:].mean() < 0.5  # the theme it was saved in
    assert np.ptp(picture(file, ".cells")) > 0.5
    assert file.locator(".title").inner_text() == page.locator(".title").inner_text()
    expect(file.locator("select[data-setting=special]")).to_have_value("hide")
    expect(file.locator("body > p")).to_contain_text(SENTENCE)
    file.locator("select[data-setting=special]").select_option("show")
    maps = mini.attention(SENTENCE)
    assert float(point_at_cell(file, 2, 3).split()[-1]) == pytest.approx(maps.weights[2, 1, 2, 3], abs=5.1e-5)
    file.locator(".heads").focus()
    file.keyboard.press("ArrowDown")
    file.keyboard.press("ArrowRight")
    assert re.findall(r"\d+", file.locator(".title").inner_text()) == ["4", "3"]
    assert value_read(file) == pytest.approx(maps.weights[3, 2, 2, 3], abs=5.1e-5)


def test_a_file_opens_at_what_was_chosen_after_a_head_of_the_front_panel(
    open_page: OpenPage, open_file: Callable[[Path], Page], tmp_path: Path
) -> None:
    page = open_page("/", locale="en-US")
    open_front_head(page, 7, 5)
    expect(page.locator(".title")).to_have_text("Layer 7, head 5")
    page.locator("select.layer").select_option(index=2)
    expect(page.locator(".title")).to_have_text("Layer 3, head 5")
    file = open_file(save_page(page, tmp_path))
    expect(file.locator(".title")).to_have_text("Layer 3, head 5")


def test_a_file_saved_in_the_light_theme_is_light(
    view_page: Page, open_file: Callable[[Path], Page], tmp_path: Path
) -> None:
    open_view(view_page, SENTENCE)
    file = open_file(save_page(view_page, tmp_path))
    assert picture(file, "body")[-3:, -3:].mean() > 0.5
    assert np.ptp(picture(file, ".cells")) > 0.5


def test_hostile_text_in_the_file_is_text(
    view_page: Page, open_file: Callable[[Path], Page], mini: BertEngine, tmp_path: Path
) -> None:
    open_view(view_page, HOSTILE)
    file = open_file(save_page(view_page, tmp_path))
    expect(file.locator("body > p")).to_contain_text(HOSTILE)
    file.locator(".numbers summary").click()
    names = [f"{label} {i}" for i, label in enumerate(mini.encode(HOSTILE).labels)]
    expect(file.locator(".table tbody th")).to_have_text(names)
    assert file.locator("img").count() == 0


def test_a_file_saves_the_same_files_again(
    view_page: Page, open_file: Callable[[Path], Page], tmp_path: Path
) -> None:
    open_view(view_page, SENTENCE, layer="3", head="2")
    first = save_page(view_page, tmp_path)
    file = open_file(first)
    (tmp_path / "again").mkdir()
    again = open_file(save_page(file, tmp_path / "again"))
    assert again.locator(".title").inner_text() == view_page.locator(".title").inner_text()
    with file.expect_download() as waiting:
        file.get_by_role("button", name="These numbers as CSV").click()
    assert len(waiting.value.path().read_text(encoding="utf-8").splitlines()) > 50


def test_a_long_text_has_the_layers_that_were_looked_at(
    view_page: Page, open_file: Callable[[Path], Page], mini: BertEngine, tmp_path: Path
) -> None:
    text = "La casa del banco está junto al río y la plaza. " * 60
    open_view(view_page, text, layer="2", head="1")
    view_page.locator("select.layer").select_option(index=10)
    assert view_page.evaluate("asked") == [["ask", 10]]
    receive(view_page, text, layer="11", head="1")
    expect(view_page.locator(".changes")).not_to_contain_text("on its way")
    file = open_file(save_page(view_page, tmp_path))
    here = file.locator("select.layer option:enabled").all_inner_texts()
    assert {"2", "11"} <= set(here) and len(here) < 12
    weights = mini.attention(text).weights
    assert float(point_at_cell(file, 3, 1).split()[-1]) == pytest.approx(weights[10, 0, 3, 1], abs=1e-4)
    file.locator("select.layer").select_option(index=1)
    assert value_read(file) == pytest.approx(weights[1, 0, 3, 1], abs=1e-4)
    file.locator(".heads").focus()
    file.keyboard.press("ArrowDown")
    expect(file.locator(".changes")).to_contain_text("layer 3 is not in this file")
