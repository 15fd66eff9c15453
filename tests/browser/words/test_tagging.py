"""The layer experiment as a person sees it: published figures at once, a run behind the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, at_rest, save, settle
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

RUN_MS = 240_000
ROWS = ("Ana\tB-PER", "vive\tO", "en\tO", "San\tB-LOC", "Juan\tI-LOC", "hoy\tO")
OTHER = ("El\tO", "<b>\tO", "banco\tO", "de\tO", "Lugo\tB-LOC")
OWN = "\n\n".join("\n".join(rows) for rows in (ROWS, OTHER) * 6)


def bar_texts(page: Page) -> Locator:
    return page.locator(".st-key-tagging_bars .scatterlayer .textpoint")


def test_an_own_file_is_run_behind_the_page(
    open_page: OpenPage, strangers: list[str], tmp_path: Path
) -> None:
    page = open_page("/words?view=tagging")
    chart = page.locator(".st-key-tagging_bars .js-plotly-plot")
    expect(chart).to_contain_text("not measured", timeout=SLOW_MS)
    expect(chart).to_contain_text("not measured yet")
    expect(bar_texts(page)).to_have_text(["91.0", "95.6", "94.9", "95.9", "96.1", "95.5"])
    box = at_rest(page, chart)
    assert box["y"] + box["height"] < 720

    file = tmp_path / "propio.conll"
    file.write_text(OWN, encoding="utf-8")
    page.get_by_role("button", name="From a file").click()
    page.locator("[data-testid=stFileUploader] input").set_input_files(file)
    expect(page.get_by_text("12 sentences, 66 words")).to_be_visible(timeout=SLOW_MS)
    expect(page.get_by_text("San Juan (LOC)").first).to_be_visible()
    page.wait_for_url(lambda url: "tagged=" in url)
    page.get_by_role("button", name="Run the experiment").click()
    expect(page.get_by_role("button", name="Run the experiment")).to_be_disabled()  # it has begun

    # Another visit, as after a reload, sees the same run.
    other = open_page(page.url.removeprefix("/".join(page.url.split("/")[:3])))
    heading = "Best single layer"
    expect(other.get_by_role("heading", name=heading)).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_role("heading", name=heading)).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=RUN_MS)
    settle(page)
    expect(bar_texts(page).filter(has_text="±")).to_have_count(8)
    expect(page.locator(".st-key-tagging_layers .js-plotly-plot .barlayer .point")).to_have_count(12)
    saving = save(page, "Scores as CSV")
    assert len(Path(saving.path()).read_text(encoding="utf-8").splitlines()) == 1 + 13 + 5

    assert_fits_a_phone(page, "[class*=st-key-tagging] :is(.js-plotly-plot, button)")
    assert strangers == []
