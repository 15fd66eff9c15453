"""Nothing serious that axe-core finds on any view, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

import pytest
from accessibility import serious_faults
from page_actions import click, eventually, settle
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

PAGES = ("attention", "masked_words", "next_sentence", "words", "pretraining", "fine_tuning", "about")
VIEW_CHOICE = ".st-key-{page}_view_choice"


def lasting_faults(page: Page) -> list[str]:
    """Return what is still wrong once labels and styles have come."""

    def nothing_left() -> None:
        assert not serious_faults(page)

    with suppress(AssertionError):
        eventually(page, nothing_left)
        return []
    return serious_faults(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["", *PAGES])
def test_every_view_can_be_read_and_used_by_everybody(open_page: OpenPage, name: str, theme: str) -> None:
    page = open_page(f"/{name}", theme=theme)
    faults = {"": lasting_faults(page)}
    views = list(import_module(f"bertviz_core.ui.{name}.views").VIEWS) if name else []
    choices = page.locator(VIEW_CHOICE.format(page=name)).get_by_role("radio")
    for place, view in enumerate(views[1:], start=1):
        click(page, choices.nth(place))
        settle(page)
        faults[view] = lasting_faults(page)
    assert {view: found for view, found in faults.items() if found} == {}


def test_text_that_is_too_faint_is_found(open_page: OpenPage) -> None:
    page = open_page("/")
    page.add_style_tag(content="[data-testid=stCaptionContainer] {opacity: 0.6 !important}")
    assert any(fault.startswith("color-contrast") for fault in serious_faults(page))
