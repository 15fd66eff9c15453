"""Masked words, the front panel and what holds for every page, as a person sees them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import at_rest, eventually, open_front_head, picture, settle, type_into
from playwright.sync_api import Page, expect

from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import ENGLISH_NUMBERS

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIELD = "Sentence with [MASK] or ___ where a word is missing"


def bar_names(page: Page, chart: int = 0) -> list[str]:
    plot = page.locator(".js-plotly-plot").nth(chart)
    plot.locator(".ytick text").first.wait_for()
    return plot.locator(".ytick text").all_text_contents()


def test_typed_blanks_and_clicked_words_are_answered_and_shown_as_typed(
    open_page: OpenPage, mini: BertEngine
) -> None:
    page = open_page("/masked_words")
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(11)
    expect(page.get_by_text("Page not found")).to_have_count(0)
    type_into(page, FIELD, "Ayer compré un [mask] de chocolate")
    predictions = mini.fill_mask("Ayer compré un [MASK] de chocolate").masks[0].predictions

    def answered_with_them() -> None:
        assert sorted(bar_names(page)) == sorted(p.token for p in predictions)

    eventually(page, answered_with_them)
    texts = page.locator(".js-plotly-plot .bartext, .js-plotly-plot .bars text")
    expect(texts.first).to_have_text(ENGLISH_NUMBERS.probability(predictions[0].probability))

    type_into(page, FIELD, "La capital de Francia es París")
    expect(page.get_by_test_id("stAlert")).to_contain_text("no blank")
    page.get_by_role("button", name="capital", exact=True).click()
    expect(page.get_by_text("Hidden word: capital")).to_be_visible()
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    settle(page)
    page.get_by_role("button", name="capital", exact=True).click()
    expect(page.get_by_test_id("stAlert")).to_contain_text("no blank")
    expect(page.get_by_label(FIELD, exact=True)).to_have_value("La capital de Francia es París")

    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    type_into(page, FIELD, "</script><img src=x onerror=alert(1)> $5 :smile: [MASK]")

    def words_are_shown() -> None:
        pills = page.locator(".st-key-hidden_chips").get_by_role("button").all_inner_texts()
        assert "".join(pills) == "</script><imgsrc=xonerror=alert(1)>$5:smile:[MASK]"

    eventually(page, words_are_shown)
    settle(page)
    assert page.locator("img[src=x]").count() == 0
    assert alerts == []


def test_the_front_panel_opens_the_head_that_is_clicked_and_bears_clicks_beside_them(
    open_page: OpenPage,
) -> None:
    page = open_page("/", locale="es-ES")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.locator(".title:not(:empty)").wait_for(state="attached")
    box = at_rest(page, page.locator(".thumbnails"))
    page.mouse.click(box["x"] + 8, box["y"] + 60)  # the number of a layer
    page.mouse.click(box["x"] + 60, box["y"] + 8)  # that of a head
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.move(1, 1)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    open_front_head(page, 7, 5)
    expect(page.locator(".title")).to_have_text("Capa 7, cabeza 5")
    page.wait_for_url("**/attention**")
    assert faults == []


def test_an_example_opens_answered(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Me siento en el banco").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention")
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("Me siento en el banco")
    page.locator(".cells").wait_for()


def test_the_browser_chooses_the_first_language_which_can_be_switched_and_linked(open_page: OpenPage) -> None:
    page = open_page("/attention", locale="es-MX")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Atención")
    page.get_by_label("Idioma de la interfaz").click()
    page.get_by_role("option", name="Português").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Atenção")
    expect(page.locator(".title")).to_contain_text("Camada")
    page.wait_for_url(lambda url: "lang=pt" in url)
    linked = open_page("/masked_words?lang=es")
    expect(linked.get_by_role("heading", level=1)).to_contain_text("Palabras ocultas")


# The light theme is looked at in `attention/test_explore.py`.
def test_a_page_with_a_chart_stays_on_this_machine_and_is_readable_in_the_dark_theme(
    open_page: OpenPage, strangers: list[str]
) -> None:
    page = open_page("/words", theme="dark")
    page.locator(".js-plotly-plot").first.wait_for()

    def is_readable() -> None:
        title = picture(page, "h1")
        assert title.max() - title.min() > 0.6
        assert picture(page, "[data-testid=stApp]").mean() <= 0.6

    eventually(page, is_readable)
    settle(page)
    assert strangers == []


def test_two_tabs_at_once_are_both_answered(open_page: OpenPage) -> None:
    first, second = open_page("/attention"), open_page("/attention")
    for page in (first, second):
        page.reload(wait_until="commit")
    for page in (first, second):
        page.locator(".cells").wait_for()
        settle(page)
        expect(page.locator(".title")).to_contain_text("Layer")
