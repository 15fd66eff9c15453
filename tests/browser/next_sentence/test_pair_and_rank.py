"""The next sentence page as a person sees it: two bars, a swap, a ranking, files."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from page_actions import assert_fits_a_phone, at_rest, click, eventually, save, settle, type_into
from playwright.sync_api import Locator, Page, expect

from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import ENGLISH_NUMBERS

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
FIRST, SECOND = "El perro de Marta está enfermo.", "Mañana lo lleva al veterinario."
HOSTILE = "<b>$5</b> y $6 *ya* :smile:"


def open_view(open_page: OpenPage, view: str = "pair", locale: str = "en-US", **texts: str) -> Page:
    rest = "".join(f"&{name}={quote(text)}" for name, text in texts.items())
    page = open_page(f"/next_sentence?view={view}{rest}", locale=locale)
    numbers(page).first.wait_for()
    settle(page)
    return page


def numbers(page: Page) -> Locator:
    """Return the numbers on the bars."""
    return page.locator(".js-plotly-plot .bartext")


def swap(page: Page) -> Locator:
    return page.locator(".st-key-next_swap button").locator("visible=true")


def test_a_pair_is_answered_and_swapped(open_page: OpenPage, mini: BertEngine, strangers: list[str]) -> None:
    answer, swapped = mini.next_sentence(FIRST, SECOND), mini.next_sentence(SECOND, FIRST)
    assert answer.is_next > 0.5
    page = open_view(open_page, first="uno", second="dos")
    type_into(page, "Sentence A", FIRST)
    type_into(page, "Sentence B", SECOND)
    expect(
        page.get_by_role("heading", name=f"probability {ENGLISH_NUMBERS.probability(answer.is_next)}")
    ).to_be_visible()
    expect(numbers(page)).to_have_text([ENGLISH_NUMBERS.probability(answer.is_next)])
    expect(page.get_by_text("A after B: probability")).to_contain_text(
        ENGLISH_NUMBERS.probability(swapped.is_next)
    )
    click(page, swap(page))
    expect(page.get_by_label("Sentence A", exact=True)).to_have_value(SECOND)
    expect(numbers(page).first).to_have_text(ENGLISH_NUMBERS.probability(swapped.is_next))
    assert not strangers


def test_numbers_are_written_as_in_the_visitors_language(open_page: OpenPage) -> None:
    page = open_view(open_page, locale="es-ES", first=FIRST, second=SECOND)
    expect(numbers(page)).to_have_text([re.compile(r"^\d+\u00a0%$")])


def test_the_answer_and_its_way_out_are_on_the_first_screen_and_a_swap_takes_all(open_page: OpenPage) -> None:
    page = open_view(open_page, first=FIRST, second=SECOND)
    for element in (".js-plotly-plot", ".st-key-reliability"):
        box = at_rest(page, page.locator(element).first)
        assert box["y"] + box["height"] <= 720
    box = at_rest(page, page.get_by_role("button", name="Examples"))
    field = at_rest(page, page.get_by_label("Sentence B", exact=True))
    assert abs(box["y"] + box["height"] / 2 - field["y"] - field["height"] / 2) < 12
    bar = page.locator("[data-testid=stButtonGroup] [role=radiogroup], [data-testid=stButtonGroup]").first

    def every_view_has_room_for_its_name() -> None:
        assert bar.evaluate("bar => bar.scrollWidth <= bar.clientWidth")

    eventually(page, every_view_has_room_for_its_name)
    page.get_by_label("Sentence B", exact=True).fill("Está lloviendo.")
    click(page, swap(page))  # takes what is being typed with it
    expect(page.get_by_label("Sentence A", exact=True)).to_have_value("Está lloviendo.")
    expect(page.get_by_label("Sentence B", exact=True)).to_have_value(FIRST)


def test_candidates_are_ranked_and_shown_as_typed(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_view(open_page, "rank", first=FIRST, candidates=f"Tiene fiebre.\n\n{HOSTILE}\nTiene fiebre.")
    expect(page.locator(".js-plotly-plot .textpoint")).to_have_count(3)
    names = page.locator(".js-plotly-plot .textpoint").all_text_contents()
    assert sorted(name.split(". ", 1)[1] for name in names) == sorted([HOSTILE, *["Tiene fiebre."] * 2])
    expect(page.get_by_text("Lines without text, left out: 1.")).to_be_visible()
    download = save(page, "Ranking as CSV")
    download.save_as(tmp_path / "rank.csv")
    rows = list(csv.DictReader((tmp_path / "rank.csv").open(encoding="utf-8")))
    assert [row["sentence"] for row in rows] == [name.split(". ", 1)[1] for name in names]
    expect(numbers(page)).to_have_text([ENGLISH_NUMBERS.probability(float(row["is_next"])) for row in rows])


def test_a_table_of_a_spanish_excel_is_ranked(open_page: OpenPage, tmp_path: Path) -> None:
    file = tmp_path / "frases.csv"
    file.write_bytes("Mañana irá al veterinario.;sí\r\nNA;no\r\nLa ópera empezó.;no\r\n".encode("cp1252"))
    page = open_view(open_page, "rank", first=FIRST, candidates="x")
    click(page, page.get_by_role("button", name="From a file"))
    page.locator("[data-testid=stFileUploader] input").set_input_files(file)
    expect(page.get_by_label("Candidates for B, one a line")).to_have_value(
        "Mañana irá al veterinario.\nNA\nLa ópera empezó."
    )
    expect(numbers(page)).to_have_count(3)


def test_a_long_list_scrolls_in_its_place_and_fits_a_phone(open_page: OpenPage) -> None:
    lines = "\n".join(
        f"La frase número {number} es una frase algo más larga que el resto." for number in range(45)
    )
    page = open_view(open_page, "rank", first=FIRST, candidates=lines)
    expect(numbers(page)).to_have_count(45)
    assert at_rest(page, page.get_by_text("How to read this."))["y"] < 800
    assert_fits_a_phone(page)
