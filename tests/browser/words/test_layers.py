"""Which layer tells the senses apart, as a person sees it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_actions import at_rest, save, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_the_layers_are_read_hidden_saved_and_linked_with_the_way_clusters_are_found(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("/words?view=layers&set=en-light")
    plot = page.locator(".js-plotly-plot")
    plot.wait_for()
    settle(page)
    expect(page.get_by_role("heading", name="of nearest neighbours are of the same sense")).to_be_visible()
    box = at_rest(page, plot)
    assert box["y"] < 380
    assert box["y"] + box["height"] <= 740  # the whole picture is on the first screen
    expect(plot.locator(".xtick text")).to_have_count(1 + 13 + 6)

    marks = plot.locator(".scatterlayer .trace").first.locator(".points path")
    expect(marks).to_have_count(1 + 13 + 6)
    mark = at_rest(page, marks.nth(10))  # static, input, 1 to 9
    page.mouse.move(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    expect(plot.locator(".hoverlayer")).to_contain_text("9")

    expect(plot.locator(".scatterlayer .trace")).to_have_count(2)
    plot.locator(".legendtoggle").nth(1).click()
    expect(plot.locator(".scatterlayer .trace")).to_have_count(3)

    for name, ending in (("Numbers as CSV", "csv"), ("Numbers as JSON", "json")):
        waiting = save(page, name)
        waiting.save_as(tmp_path / f"scores.{ending}")
    with (tmp_path / "scores.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    document = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    assert [row["vectors"] for row in rows] == [str(row["vectors"]) for row in document["scores"]]
    assert len(document["weights"]) == 13

    page.get_by_role("combobox", name="Clusters").click()
    page.get_by_role("option", name="HDBSCAN").click()
    page.wait_for_url("**clusters=hdbscan**")
    settle(page)
    again = open_page(page.url[page.url.index("/words") :])
    again.locator(".js-plotly-plot").wait_for()
    expect(again.get_by_role("combobox", name="Clusters")).to_have_value("dense ones (HDBSCAN)")
