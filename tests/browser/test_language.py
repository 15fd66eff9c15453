"""The words of Streamlit's own front end are in the interface language, on every view."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from app_pages import PAGES
from page_actions import click
from playwright.sync_api import Page, expect

from bertviz_core.components.front_end_words import FRONT_END_WORDS
from bertviz_core.locales import translate

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

VIEWS = [
    (page, number)
    for page in PAGES
    for number, _ in enumerate(import_module(f"bertviz_core.ui.{page}.views").VIEWS)
]
OFFERED = {"es": "Datos propios", "pt": "Dados próprios"}

# All that is read on a page, but for what is a text of somebody: examples, tokens, code, names of models.
READ = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: around, nodeValue: text } = walker.currentNode;
    if (!around || around.closest("style, script, code, [translate=no], [role=option]")) continue;
    if (around.checkVisibility()) texts.push(text.trim());
  }
  for (const name of ["aria-label", "data-title", "placeholder", "title"]) {
    document.querySelectorAll(`[${name}]`).forEach((one) => texts.push(one.getAttribute(name).trim()));
  }
  return texts.filter(Boolean);
}"""


def front_end_english(language: str) -> set[str]:
    """Return the English words of the front end that the language does not have."""
    return {word for word in FRONT_END_WORDS if "{" not in word and translate(word, language) != word}


# Each view in one of the languages: that all words have both is what the catalogues are tested for.
@pytest.mark.parametrize(("language", "views"), [("es", VIEWS[::2]), ("pt", VIEWS[1::2])])
def test_nothing_of_the_front_end_is_english(
    open_page: OpenPage, language: str, views: list[tuple[str, int]]
) -> None:
    page = open_page("/", locale=language)
    unwanted = front_end_english(language)
    page.get_by_label(translate("Main menu", language)).first.wait_for()  # the words have been read
    left: dict[tuple[str, int], set[str]] = {}
    here = ""
    for name, number in views:
        if name != here:
            click(page, page.get_by_test_id("stSidebar").locator(f"a[href$='/{name}']").first)
            page.wait_for_url(f"**/{name}**")
            here = name
        view = page.locator(f".st-key-{name}_view_choice").get_by_role("radio").nth(number)
        if not view.is_checked():
            click(page, view)
        expect(view).to_be_checked()
        page.get_by_role("heading", level=1).wait_for()
        if found := unwanted.intersection(page.evaluate(READ)):
            left[name, number] = found
    assert left == {}


@pytest.mark.parametrize("language", ["es", "pt"])
def test_the_words_follow_the_language_and_no_text_of_people_changes(
    open_page: OpenPage, language: str
) -> None:
    page = open_page("/fine_tuning?view=data", locale=language)
    page.get_by_role("button", name=OFFERED[language]).click()
    zone = page.get_by_test_id("stFileUploaderDropzone").first
    expect(zone).to_contain_text(translate("Upload", language))
    expect(zone).to_contain_text(translate("{size}MB per file", language).format(size=20))
    expect(zone).not_to_contain_text("per file")
    field = page.locator("textarea").first
    field.fill("Search")
    expect(page.get_by_test_id("InputInstructions").first).to_have_text(
        translate("Press Ctrl+Enter to apply", language)
    )
    expect(field).to_have_value("Search")
    page.keyboard.press("Escape")
    page.get_by_test_id("stMainMenu").get_by_role("button").click()
    menu = page.get_by_test_id("stMainMenuPopover")
    for word in ("Print", "Dark", "Made with Streamlit v"):
        expect(menu).to_contain_text(translate(word, language))
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name=translate("Interface language", language)).click()
    page.get_by_role("option", name="English").click()
    expect(page.locator(".modebar-btn").first).to_have_attribute("data-title", "Download plot as a PNG")
