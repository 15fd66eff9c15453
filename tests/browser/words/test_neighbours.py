"""The occurrences of a word compared by a person: pointed at, chosen by a click, saved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_actions import at_rest, save, settle
from playwright.sync_api import Page, expect

from bertviz_core.ui.words.ready_sets import ready_sets

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_cells_are_pointed_at_and_clicked(open_page: OpenPage, tmp_path: Path) -> None:
    sentences = [sentence for sentence, _ in ready_sets()["es-banco"].rows]
    page = open_page("/words?view=neighbours&set=es-banco&order=given")
    cells = page.locator(".js-plotly-plot .heatmaplayer image")
    box = at_rest(page, cells)
    assert box["width"] > 300
    assert box["y"] + box["height"] <= 720  # the whole map is on the first screen

    def cell(column: int, row: int) -> tuple[float, float]:
        """Return where a cell is on the screen."""
        box = at_rest(page, cells)
        side = box["width"] / len(sentences)
        return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side

    x, y = cell(20, 4)
    page.mouse.move(x, y)
    hover = page.locator(".hoverlayer").first
    expect(hover).to_contain_text(sentences[4])
    expect(hover).to_contain_text(sentences[20])
    page.mouse.click(x, y)
    page.wait_for_url("**occurrence=4")
    settle(page)
    nearest = page.get_by_test_id("stMarkdown").filter(has_text="Nearest to")
    expect(nearest).to_contain_text(sentences[4])
    x, y = cell(20, 10)
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    page.wait_for_url("**occurrence=10")
    expect(nearest).to_contain_text(sentences[10])
    settle(page)

    waiting = save(page, "Everything as JSON")
    waiting.save_as(tmp_path / "neighbours.json")
    document = json.loads((tmp_path / "neighbours.json").read_text(encoding="utf-8"))
    assert [occurrence["sentence"] for occurrence in document["occurrences"]] == sentences
    page.reload()
    expect(nearest).to_contain_text(sentences[10])
