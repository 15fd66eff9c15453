"""The views of directions and of layers as a person sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from page_actions import eventually, hover_chart, save
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = quote("La abuela riega las flores del jardín cada tarde")


def test_four_charts_stand_in_one_row_and_can_be_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(f"/masked_words?view=directions&hidden=4&text={TEXT}", locale="es-ES")
    plots = page.locator(".js-plotly-plot")
    expect(plots).to_have_count(4)
    for plot in plots.all():
        expect(plot.locator(".ytick text").first).to_be_attached()

    def stand_in_one_row() -> None:
        boxes = [plot.bounding_box() for plot in plots.all()]
        tops = {round(box["y"]) for box in boxes if box}
        assert all(boxes) and len(tops) == 1
        assert max(tops) < 450

    eventually(page, stand_in_one_row)
    waiting = save(page, "SVG")
    waiting.save_as(tmp_path / "directions.svg")
    drawn = (tmp_path / "directions.svg").read_text(encoding="utf-8")
    for word in page.locator(".js-plotly-plot .ytick text").all_text_contents():
        assert word in drawn


def test_the_map_of_layers_is_read_by_pointing(open_page: OpenPage) -> None:
    page = open_page(f"/masked_words?view=layers&hidden=4&text={TEXT}", locale="es-ES", theme="dark")
    plot = page.locator(".js-plotly-plot")
    expect(plot.locator(".ytick text")).to_have_count(13)
    said = hover_chart(page, plot.locator(".nsewdrag").first, "Capa 12", right=0.02, down=0.98)
    assert "Puesto 1" in said
    page.get_by_role("radio", name="Puesto").or_(page.get_by_role("button", name="Puesto")).first.click()
    page.wait_for_url("**measure=rank**")
