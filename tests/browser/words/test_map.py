"""The map of a word as a person uses it: own sentences, groups, layers, marked points."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from page_actions import at_rest, eventually, messages_sent, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

MONEY = (
    "Saqué dinero del banco esta mañana.",
    "El banco me concedió el préstamo.",
    "Abrí una cuenta en el banco.",
    "El banco subió los intereses de la hipoteca.",
    "Debo dinero al banco.",
    "El director del banco firmó el crédito.",
)
SEAT = (
    "Me siento en el banco del parque.",
    "La abuela descansa en un banco del jardín.",
    "Nos sentamos en un banco de madera.",
    "El gato duerme debajo del banco de la plaza.",
    "Pintaron de verde el banco del parque.",
    "Un banco de piedra a la sombra del árbol.",
)
LINES = "\n".join([*(f"{line} | dinero" for line in MONEY), *(f"{line} | asiento" for line in SEAT)])
POINTS = """() => [...document.querySelectorAll('.js-plotly-plot')].map((plot) =>
  [...plot.querySelectorAll('.scatterlayer .trace')].map((trace) =>
    [...trace.querySelectorAll('.point')].map((point) => {
      const box = point.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }))).find((traces) => traces.flat().length > 3) ?? []"""


def points(page: Page) -> list[list[list[float]]]:
    """Return where the points of each group stand on the screen."""
    found: list[list[list[float]]] = page.evaluate(POINTS)
    return found


def points_at_rest(page: Page) -> list[list[list[float]]]:
    """Return where the points stand once they are drawn and move no more."""
    seen: list[list[list[list[float]]]] = []

    def stand_still() -> None:
        seen.append(points(page))
        assert seen[-1] and seen[-4:] == [seen[-1]] * 4

    eventually(page, stand_still)
    return seen[-1]


def open_own(open_page: OpenPage, lines: str, more: str = "", **options: str) -> Page:
    page = open_page(f"/words?word=banco&sentences={quote(lines)}{more}", **options)
    points_at_rest(page)
    settle(page)
    return page


def test_two_senses_of_own_sentences_end_up_in_two_clusters(open_page: OpenPage) -> None:
    page = open_own(open_page, LINES, "&layers=9&projection=pca")
    money, seat = (np.array(group) for group in points(page))
    assert (len(money), len(seat)) == (6, 6)
    centres = np.stack([money.mean(axis=0), seat.mean(axis=0)])
    nearer = [
        np.linalg.norm(group[:, np.newaxis] - centres, axis=2).argmin(axis=1) == own
        for own, group in enumerate((money, seat))
    ]
    assert np.mean(nearer) > 0.8
    page.get_by_label("Colour", exact=False).first.click()
    page.get_by_role("option", name="Cluster").click()
    page.wait_for_url("**colour=cluster**")
    settle(page)
    expect(page.locator("h3").first).to_contain_text("2 clusters found")
    assert max(map(len, points_at_rest(page))) <= 8


def test_two_sentences_say_something(open_page: OpenPage) -> None:
    page = open_page(f"/words?word=banco&sentences={quote(chr(10).join(SEAT[-2:]))}")
    plots = page.locator(".js-plotly-plot")
    expect(plots).to_have_count(2)
    expect(plots.first.locator(".scatterlayer .point")).to_have_count(2)
    expect(page.get_by_text("2 occurrences")).to_be_visible()
    expect(page.get_by_text("Traceback")).to_have_count(0)


def test_the_slider_moves_points_without_the_server(open_page: OpenPage) -> None:
    page = open_own(open_page, LINES, "&through=1")
    rail = at_rest(page, page.locator(".slider-rail-touch-rect"))

    def nothing_more_is_sent() -> None:
        so_far = messages_sent(page)
        points_at_rest(page)
        settle(page)
        assert messages_sent(page) == so_far

    eventually(page, nothing_more_is_sent)
    before, sent_before = points_at_rest(page), messages_sent(page)
    page.mouse.click(rail["x"] + rail["width"] - 6, rail["y"] + 8)

    def moved() -> None:
        after = points(page)
        assert list(map(len, after)) == list(map(len, before))
        assert np.abs(np.concatenate(after) - np.concatenate(before)).max(axis=1).min() > 0.5

    eventually(page, moved)
    expect(page.locator(".slider-label").first).to_contain_text("12")
    settle(page)
    assert messages_sent(page) == sent_before


def test_marked_points_are_read_below(open_page: OpenPage) -> None:
    page = open_own(open_page, LINES, locale="es-ES", theme="dark")
    expect(page.get_by_text("Haz clic en un punto")).to_be_visible()
    x, y = points_at_rest(page)[0][0]
    page.mouse.move(x, y)
    expect(page.locator(".hoverlayer").first).to_contain_text("banco")
    page.mouse.click(x, y)
    marked = page.get_by_text(re.compile("^Marcados: 1$"))
    expect(marked).to_be_visible()
    listed = page.get_by_test_id("stMarkdown").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(listed.locator("strong")).to_have_text("banco")
    settle(page)
    lasso = page.locator(".modebar-btn[data-title='Lasso Select']").first
    lasso.click()
    expect(lasso).to_have_class(re.compile("active"))
    area = at_rest(page, page.locator(".js-plotly-plot .nsewdrag").first)
    corners = [(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99), (0.01, 0.03)]
    path = [(area["x"] + x * area["width"], area["y"] + y * area["height"]) for x, y in corners]
    page.mouse.move(*path[0])
    page.mouse.down()
    for corner in path[1:]:
        page.mouse.move(*corner, steps=5)
    page.mouse.up()
    expect(page.get_by_text(re.compile("^Marcados: 12$"))).to_be_visible()
