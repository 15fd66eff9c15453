"""Mean cosines by layer, and a word's way through the layers, as a person sees them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, eventually, hover_chart, save, settle, type_into
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_cosines_are_read_centred_and_saved(
    open_page: OpenPage, tmp_path: Path, strangers: list[str]
) -> None:
    page = open_page("/words?view=geometry&set=en-bat")
    plot = page.locator(".js-plotly-plot")
    plot.wait_for(timeout=3 * SLOW_MS)
    settle(page)
    expect(page.get_by_role("heading", name="between two “bat”")).to_be_visible()

    def is_on_screen() -> None:
        box = plot.bounding_box()
        assert box and box["y"] + box["height"] <= 720  # the whole picture is on the first screen

    eventually(page, is_on_screen)
    expect(plot.locator(".xtick text")).to_have_count(13)
    expect(plot.locator(".scatterlayer .trace")).to_have_count(5)
    mark = plot.locator(".scatterlayer .trace").last.locator(".points path").nth(9)
    hover_chart(page, mark, "Two random words")

    page.get_by_role("radio", name="Centred vectors").click()
    page.wait_for_url("**cosines=centred**")
    settle(page)
    for ending in ("csv", "json"):
        waiting = save(page, f"Layers as {ending.upper()}")
        waiting.save_as(tmp_path / f"geometry.{ending}")
    with (tmp_path / "geometry.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    document = json.loads((tmp_path / "geometry.json").read_text(encoding="utf-8"))
    assert document["centred"] is True
    assert [float(row["self_similarity"]) for row in rows] == pytest.approx(
        document["self_similarity"], abs=1e-6
    )
    assert all(abs(float(row["anisotropy"])) < 0.03 for row in rows)
    assert strangers == []


def test_a_word_is_typed_clicked_and_followed(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page("/words?view=path", locale="es-ES", theme="dark")
    charts = page.locator(".js-plotly-plot")
    expect(charts).to_have_count(2, timeout=SLOW_MS)
    settle(page)
    expect(page.get_by_role("heading", name="«hombre» en A y B")).to_be_visible()

    def is_on_screen() -> None:
        box = charts.first.bounding_box()
        assert box and box["y"] + box["height"] <= 740

    eventually(page, is_on_screen)
    first, second = "El banco abre a las nueve.", "El banco es de madera."
    type_into(page, "Frase A", first)
    type_into(page, "Frase B, para comparar", second)
    paths = [mini.token_path(text, [2]) for text in (first, second)]
    told = f"{paths[0].cosine_to(paths[1])[-1]:.2f}".replace(".", ",")
    expect(
        page.get_by_role("heading", name=f"«banco» en A y B: coseno 1,00 en la entrada, {told}")
    ).to_be_visible()
    page.get_by_role("radio", name="madera").click()
    page.wait_for_url("**other=5**")
    settle(page)
    expect(page.get_by_role("heading", name="«banco» en A, «madera» en B")).to_be_visible()
    assert "banco" not in page.url

    expect(charts.first.locator(".barlayer .point")).to_have_count(4 * 12)
    assert_fits_a_phone(page, ".js-plotly-plot, [data-testid=stButtonGroup]")
    assert strangers == []
