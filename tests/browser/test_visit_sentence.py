"""One sentence goes through the pages of a visit, and through a reload of the tab."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from page_actions import answered, eventually, settle, type_into
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
SENTENCE = "El perro ladra toda la noche"
BLANKS = "Sentence with [MASK] or ___ where a word is missing"

REFUSE_STORAGE = """Object.defineProperty(window, "sessionStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
})"""


def runs(page: Page) -> int:
    """Count the runs since the page was loaded."""
    count: int = page.evaluate("window.runs.begun")
    return count


def reload(page: Page) -> None:
    page.reload()
    page.get_by_role("heading", level=1).wait_for()
    settle(page)


def test_a_sentence_goes_from_page_to_page_and_comes_back_after_a_reload(
    open_page: OpenPage, strangers: list[str]
) -> None:
    page = open_page("/attention")
    assert runs(page) == 1  # nothing is asked of the browser in a first visit
    type_into(page, "Sentence", SENTENCE)
    reload(page)
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    assert SENTENCE.split()[1] not in page.url
    with answered(page):
        page.locator(".st-key-open_in").get_by_role("button", name="Masked words").click()
    expect(page.get_by_label(BLANKS, exact=True)).to_have_value(SENTENCE)
    expect(page.get_by_text("Hidden word: noche")).to_be_visible()
    settle(page)
    reload(page)
    expect(page.get_by_label(BLANKS, exact=True)).to_have_value(SENTENCE)
    expect(page.get_by_text("Hidden word: noche")).to_be_visible()
    page.get_by_role("link", name="Next sentence").click()
    expect(page.get_by_label("Sentence A", exact=True)).to_have_value(SENTENCE)
    assert not strangers


def test_without_storage_a_visit_goes_on_and_a_link_has_its_own_text(open_page: OpenPage) -> None:
    page = open_page("/masked_words")
    page.add_init_script(REFUSE_STORAGE)
    reload(page)
    assert runs(page) == 1
    type_into(page, BLANKS, "El gato ___ en casa")
    page.get_by_role("link", name="Attention").click()
    expect(page.get_by_label("Sentence", exact=True)).to_have_value("El gato ___ en casa")


def test_a_links_text_is_kept_and_wins(open_page: OpenPage) -> None:
    page = open_page("/masked_words?text=El+mar+es+[MASK]")

    def is_kept() -> None:
        assert "El mar es" in page.evaluate("sessionStorage.getItem('bertscope_sentence') || ''")

    eventually(page, is_kept)
    reload(page)
    expect(page.get_by_label(BLANKS, exact=True)).to_have_value("El mar es [MASK]")
    page.goto(page.url.split("?")[0] + "?text=La+luna+es+[MASK]")
    page.get_by_role("heading", level=1).wait_for()
    settle(page)
    expect(page.get_by_label(BLANKS, exact=True)).to_have_value("La luna es [MASK]")


def test_the_language_goes_along_wherever_a_click_leads(open_page: OpenPage) -> None:
    page = open_page("/?lang=es")
    page.locator("[class*='st-key-example_']").first.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Atención")
    settle(page)
    page.locator(".st-key-open_in_next_first button").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Frase siguiente")
    expect(page).to_have_url(re.compile("lang=es"))
