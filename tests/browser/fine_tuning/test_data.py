"""The view of the data in a browser: files of all kinds are brought, and stay while the visit lasts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from page_actions import answered, click
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

HOSTILE = "</script><img src=x onerror=alert(1)> <b>$5$</b>"


def bring(page: Page, name: str, content: bytes) -> None:
    """Open the menu where it is closed, and choose a file."""
    field = page.locator("input[type=file]")
    if not field.count():
        click(page, page.get_by_role("button", name="Own data"))
    with answered(page):
        field.set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})


def test_a_picture_is_told_where_it_can_be_read_and_a_table_is_shown_as_written(
    open_page: Callable[..., Page], strangers: list[str]
) -> None:
    alerts: list[str] = []
    page = open_page("/fine_tuning?view=data")
    page.on("dialog", lambda dialog: alerts.append(dialog.message))
    bring(page, "holiday.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20)
    told = page.get_by_text("This file is not text")
    expect(told).to_be_in_viewport()
    rows = "".join(f"{HOSTILE} año {n};{'<i>sí</i>' if n % 2 else 'no'}\r\n" for n in range(40))
    bring(page, "datos.csv", f"Texto;Etiqueta\r\n{rows}".encode("cp1252"))
    expect(page.get_by_text("40 examples")).to_be_visible()
    expect(page.get_by_text("encoding cp1252 · separator ;")).to_be_attached()
    expect(told).to_have_count(0)
    expect(page.locator(".st-key-data_counts").get_by_text("<i>sí</i>", exact=True)).to_be_attached()
    assert page.locator(".st-key-data_counts svg i, .st-key-data_counts img").count() == 0
    for name in ("Pretraining", "Fine-tuning"):
        click(page, page.get_by_role("link", name=name))
        expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    expect(page.get_by_text("40 examples")).to_be_visible()
    assert not alerts and not strangers


def test_the_button_leads_to_learning_with_the_same_data(open_page: Callable[..., Page]) -> None:
    page = open_page("/fine_tuning?view=data&data=entailment&of=pt")
    expect(page.get_by_text("33 examples")).to_be_visible()
    click(page, page.get_by_role("button", name="Learn", exact=True).last)
    page.wait_for_url(lambda url: all(named in url for named in ("view=learn", "data=entailment", "of=pt")))
    expect(page.get_by_text("Entailment").first).to_be_visible()
