"""The words of Streamlit's own front end follow the interface language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bertviz_core.locales import translate

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

OFFERED = {"es": "Datos propios", "pt": "Dados próprios"}


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
