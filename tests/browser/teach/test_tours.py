"""A tour in the browser: its card, the keys of who presents, and their second window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import answered, settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]


def test_a_tour_is_walked_presented_and_resumed(open_page: OpenPage) -> None:
    page = open_page("/teach")
    with answered(page):
        page.locator(".st-key-start_prediction button").click()
    card, title = page.locator(".card"), page.locator(".card .title")
    expect(title).to_have_text("A blank")
    field = page.get_by_label("Sentence with [MASK] or ___ where a word is missing", exact=True)
    expect(field).to_have_value("Lisboa é a [MASK] de Portugal")

    # Guess first; a task ticks by itself; keys are letters while somebody types.
    card.get_by_role("button", name="Paris").click()
    expect(card.locator(".answer")).to_contain_text("58%")
    field.fill("Roma é a [MASK] de Itália")
    field.press("n")
    field.press("Backspace")
    expect(title).to_have_text("A blank")
    with answered(page):
        field.press("Enter")
    expect(card.locator(".task")).to_have_class("task done")
    field.blur()

    with answered(page):
        page.keyboard.press("PageDown")
    expect(title).to_have_text("A door and a key")
    expect(field).to_have_value("He opened the [MASK] with a key")
    page.keyboard.press("b")
    expect(page.locator(".over.black")).to_be_visible()
    page.keyboard.press("ArrowRight")  # any key brings the picture back, and does no more
    expect(page.locator(".over")).to_have_count(0)
    expect(title).to_have_text("A door and a key")
    page.keyboard.press("g")
    page.locator(".over input").fill("3")
    with answered(page):
        page.keyboard.press("Enter")
    expect(title).to_have_text("Left, right, both")
    page.keyboard.press("o")
    expect(page.locator(".over .grid button")).to_have_count(6)
    page.keyboard.press("Escape")

    with page.context.expect_page() as waiting, answered(page):
        page.keyboard.press("s")
    second = waiting.value
    expect(second.locator("h2.now")).to_have_text("3 / 6  Left, right, both")
    expect(second.locator(".notes")).to_contain_text("ELMo")
    with answered(page):
        second.keyboard.press("PageUp")
    expect(title).to_have_text("A door and a key")
    expect(second.locator("h2.now")).to_contain_text("2 / 6")
    second.close()

    page.reload()
    settle(page)
    expect(title).to_have_text("A door and a key")
    expect(field).to_have_value("He opened the [MASK] with a key")
    with answered(page):
        card.get_by_role("button", name="End the tour").click()
    expect(card).to_have_count(0)
    assert "tour" not in page.url
