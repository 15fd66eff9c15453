"""What is chosen in the attention view outlives views, pages, texts and reloads, and travels in a link."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from explore_reading import shown_head
from page_actions import click, drawn, eventually, settle, type_into
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT, PAIR = "Saqué dinero del banco, Inés", "Después la compañera descansó"
SENTENCE = "Mi hermana lee un libro junto al río"


def open_explorer(open_page: OpenPage, **choices: str) -> Page:
    """Open the pair of texts with a view in the address."""
    parameters = {"text": TEXT, "pair": PAIR, "layer": "3", "head": "2"} | choices
    page = open_page("/attention?" + "&".join(f"{name}={quote(text)}" for name, text in parameters.items()))
    drawn(page)
    return page


def asked(page: Page) -> dict[str, str]:
    """Return the parameters of the address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def asks_for(page: Page, expected: dict[str, str]) -> None:
    """Wait until the address has some parameters."""

    def is_in_the_address() -> None:
        assert expected.items() <= asked(page).items()

    eventually(page, is_in_the_address)


def link_of(page: Page) -> str:
    """Ask for the link of the view."""
    page.get_by_role("button", name="Link").click()
    code = page.get_by_test_id("stCode")
    expect(code).to_contain_text("/attention")
    link = code.inner_text().strip()
    return link[link.index("/attention") :]


def choose_view(page: Page, name: str, part: str) -> None:
    """Open one of the views of the page, and wait for a part of it."""
    click(page, page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first)
    expect(page.locator(part)).to_be_visible()


def test_a_link_restores_every_choice_and_a_link_of_that_what_was_chosen_since(open_page: OpenPage) -> None:
    choices = {"words": "true", "special": "dim", "sentences": "ba", "scale": "linear"}
    choices |= {"combine": "max", "heads": "2,5.1", "cell": "1-3"}
    page = open_explorer(open_page, **choices)
    expect(page.locator(".reading")).to_contain_text("→")
    other = open_page(link_of(page))
    for name in (".title", ".reading", ".changes"):
        expect(other.locator(name)).to_have_text(page.locator(name).inner_text())
    asks_for(other, choices)
    other.get_by_label("Whole words").uncheck()
    other.locator("[data-setting=order]").select_option("entropy")
    third = open_page(link_of(other))
    expect(third.get_by_label("Whole words")).not_to_be_checked()
    expect(third.locator("[data-setting=order]")).to_have_value("entropy")
    expect(third.locator(".changes")).to_have_text(other.locator(".changes").inner_text())


def test_head_and_typed_text_come_back_by_link_and_reload(open_page: OpenPage) -> None:
    page = open_page("/attention")
    type_into(page, "Sentence", SENTENCE)
    page.locator("select.layer").select_option(index=4)
    page.locator("select.head").select_option(index=10)
    assert "hermana" not in page.url
    link = link_of(page)
    assert "hermana" in link
    other = open_page(link)
    assert shown_head(other) == (4, 10)
    expect(other.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    other.wait_for_url(lambda url: "text=" in url)  # taken away for a moment when a visit begins
    other.reload()
    other.locator(".title").wait_for()
    settle(other)
    expect(other.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    assert shown_head(other) == (4, 10)


def test_choices_outlive_another_sentence_and_another_page(open_page: OpenPage) -> None:
    page = open_explorer(open_page, special="hide")
    page.get_by_label("Whole words").check()
    page.locator("select.layer").select_option(index=4)
    page.locator("select.head").select_option(index=10)
    type_into(page, "Sentence", SENTENCE)
    drawn(page, "libro")
    assert shown_head(page) == (4, 10)
    changes = page.locator(".changes").inner_text()
    assert changes
    click(page, page.get_by_role("link", name="Masked words"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Masked")
    click(page, page.get_by_role("link", name="Attention"))
    expect(page.get_by_label("Sentence", exact=True)).to_have_value(SENTENCE)
    expect(page.locator(".changes")).to_have_text(changes)
    assert shown_head(page) == (4, 10)
    asks_for(page, {"layer": "5", "head": "11", "words": "true", "special": "hide"})


def test_choices_outlive_another_view_but_a_kept_cell_stays_with_its_text(open_page: OpenPage) -> None:
    page = open_explorer(open_page, cell="1-5")
    expect(page.locator(".reading")).to_contain_text("→")
    page.get_by_label("Whole words").check()
    choose_view(page, "Flow", ".st-key-flow_maps_chart")
    choose_view(page, "Explore", ".cells")
    expect(page.get_by_label("Whole words")).to_be_checked()
    asks_for(page, {"words": "true", "text": TEXT})
    assert "view" not in asked(page)
    assert "words=true" in link_of(page)
    page.get_by_label("Whole words").uncheck()
    drawn(page)
    page.locator(".cells").click(position={"x": 250, "y": 250})
    expect(page.locator(".reading")).to_contain_text("→")
    page.wait_for_url("**cell=**")
    choose_view(page, "Flow", ".st-key-flow_maps_chart")
    type_into(page, "Sentence", "Another sentence with some words")
    choose_view(page, "Explore", ".cells")
    expect(page.locator(".reading")).to_contain_text("Point at a cell")
