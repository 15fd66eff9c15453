"""The model in the browser answers while somebody types, and the server whatever it cannot."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import answered, drawn, type_into
from playwright.sync_api import Locator, Page, expect

from bertviz_core.engine import BertEngine

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "The bank of the river"


def offer(page: Page, state: str = "") -> Locator:
    return page.locator(f".st-key-answers_while_typing button{f'[data-state={state}]' if state else ''}")


def test_every_key_is_answered_here_and_enter_by_the_server(open_page: OpenPage, mini: BertEngine) -> None:
    page = open_page("/attention?layer=3&head=2")
    drawn(page, "[SEP]")
    offer(page, "offer").click()
    offer(page, "server").wait_for()
    runs = page.evaluate("window.runs.begun")
    field = page.get_by_label("Sentence", exact=True)
    field.fill("")
    field.press_sequentially(SENTENCE)
    offer(page, "here").wait_for()
    maps = mini.attention(SENTENCE)
    expect(page.locator(".table tbody th")).to_have_text(
        [f"{label} {place}" for place, label in enumerate(maps.encoding.labels)]
    )
    shown = [float(cell) for cell in page.locator(".table tbody td").all_text_contents()]
    assert shown == pytest.approx(maps.weights[2, 1].ravel().tolist(), abs=1e-4)
    assert page.evaluate("window.runs.begun") == runs
    with answered(page):
        field.press("Enter")
    offer(page, "server").wait_for()
    page.reload()  # what was loaded once is kept, and asked for by nobody
    offer(page, "server").click()
    page.reload()
    offer(page, "offer").wait_for()


def test_where_the_model_cannot_be_loaded_the_server_answers(open_page: OpenPage) -> None:
    page = open_page("/attention")
    page.route("**/hashed-files/**", lambda route: route.abort())
    offer(page, "offer").click()
    expect(offer(page)).to_be_hidden()
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "river")
    page.evaluate("localStorage.clear()")  # of a browser that another test goes on with
