"""Nothing serious that axe-core finds on any view, in both themes; no text too small, or in English."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

import pytest
from accessibility import serious_faults
from app_pages import PAGES
from front_end_english import english_left, words_have_come
from page_actions import at_rest, click, eventually
from playwright.sync_api import Page, expect
from readable_text import FROM_AFAR, ON_A_PHONE, PHONE, SMALL, small_text

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

VIEW_CHOICE = ".st-key-{page}_view_choice"


def faults_in_view(page: Page, least: int, language: str) -> list[str]:
    """Return what is wrong for some, text of charts smaller than so many pixels, and English words."""
    return lasting_faults(page) + small_text(page, least) + english_left(page, language)


def lasting_faults(page: Page) -> list[str]:
    """Return what is still wrong once labels and styles have come."""

    def nothing_left() -> None:
        assert not serious_faults(page)

    with suppress(AssertionError):
        eventually(page, nothing_left)
        return []
    return serious_faults(page)


# Sizes and words do not depend on the theme: the dark one is looked at on a phone, in another language.
# A window that changes its size moves what is about to be clicked.
@pytest.mark.parametrize(("theme", "language"), [("light", "es"), ("dark", "pt")])
@pytest.mark.parametrize("name", ["", *PAGES])
def test_every_view_can_be_read_and_used_by_everybody(
    open_page: OpenPage, name: str, theme: str, language: str
) -> None:
    page = open_page(f"/{name}", theme=theme, locale=language)
    least = FROM_AFAR
    if theme == "dark":
        page.set_viewport_size(PHONE)
        least = ON_A_PHONE
    words_have_come(page, language)
    faults = {"": faults_in_view(page, least, language)}
    views = list(import_module(f"bertviz_core.ui.{name}.views").VIEWS) if name else []
    choices = page.locator(VIEW_CHOICE.format(page=name)).get_by_role("radio")
    for place, view in enumerate(views[1:], start=1):
        at_rest(page, choices.nth(place))
        click(page, choices.nth(place))
        expect(choices.nth(place)).to_be_checked()
        faults[view] = faults_in_view(page, least, language)
    assert {view: found for view, found in faults.items() if found} == {}


def test_text_that_is_too_faint_or_too_small_is_found(open_page: OpenPage) -> None:
    page = open_page("/masked_words")
    page.locator(".js-plotly-plot text").first.wait_for()
    assert page.evaluate(SMALL, FROM_AFAR) == []
    page.add_style_tag(content=".ytick text {font-size: 13px !important}")
    assert all("13.0 px" in found for found in page.evaluate(SMALL, FROM_AFAR))
    assert page.evaluate(SMALL, FROM_AFAR)
    page.add_style_tag(content="[data-testid=stMain] label {opacity: 0.4 !important}")
    assert any(fault.startswith("color-contrast") for fault in serious_faults(page))
