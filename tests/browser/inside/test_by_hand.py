"""A layer followed with the keys of a lecturer; small vectors give what a pencil gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pytest
from page_actions import settle
from playwright.sync_api import Page, expect

from bertviz_core.analysis.inside.by_hand_toy import toy_steps
from bertviz_core.engine import BertEngine
from bertviz_core.samples.by_hand import MATRICES

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
TEXT = "El perro persigue al otro perro"
SENTENCE = f"/inside?view=by_hand&of=sentence&layer=3&head=5&text={quote(TEXT)}"

# Worked out with a pencil, the roots and powers with a pocket calculator: the first row of each result.
BY_HAND = (
    ("x", [1, 0, 1, 0]),
    ("q", [1, 1, 2]),
    ("k", [1, 1, 1]),
    ("v", [2, 2, 0]),
    ("q · k", [4, 2, 5]),
    ("÷ √3", [2.31, 1.15, 2.89]),
    ("+ M", [2.31, 1.15, 2.89]),
    ("softmax", [0.32, 0.10, 0.58]),
    ("softmax(s) · v", [0.65, 0.65, 0]),
    ("z =", [1.80, 2.58, 2.34]),
    ("z1", [1.80, 2.58, 2.34]),
    ("a =", [1.80, 2.58, 2.34, 1.80]),
    ("x + a", [2.80, 2.58, 3.34, 1.80]),
    ("y =", [0.31, -0.10, 1.28, -1.50]),
    ("u =", [1.60, -1.60, 1.38, -1.81]),
    ("GELU", [1.51, -0.09, 1.27, -0.06]),
    ("f =", [1.44, -0.09, 1.27, -0.15]),
    ("y + f", [1.75, -0.18, 2.55, -1.65]),
    ("x′ =", [0.69, -0.49, 1.18, -1.38]),
)


def row(page: Page, number: int = 0) -> list[float]:
    """Read a row of the result."""
    cells = page.locator(".by-hand .result tbody tr").nth(number).locator("td")
    return cells.evaluate_all(
        """cells => cells.map((cell) => cell.firstElementChild?.value ?? cell.textContent)
        .map((text) => Number(text.replace("−", "-")))"""
    )


def test_the_small_vectors_give_what_a_pencil_gives(open_page: OpenPage) -> None:
    page = open_page("/inside?view=by_hand")
    page.locator(".by-hand .result").wait_for()
    formula, steps = page.locator(".by-hand .formula"), toy_steps(MATRICES)
    for number, (symbols, expected) in enumerate(BY_HAND):
        if number:
            page.keyboard.press(("ArrowRight", "PageDown", " ")[number % 3])
        expect(page.locator(".by-hand select.step")).to_have_value(str(number))
        assert symbols in formula.inner_text()
        assert row(page) == pytest.approx(expected, abs=0.011), symbols
        name = page.locator(".by-hand select.step option").nth(number).get_attribute("data-name") or ""
        if name in steps:
            rows = [row(page, place) for place in range(3)]
            np.testing.assert_allclose(rows, steps[name], atol=0.0051, err_msg=symbols)
    page.keyboard.press("ArrowRight")  # after the last step there is none
    page.keyboard.press("PageUp")
    expect(page.locator(".by-hand select.step")).to_have_value("17")


def test_a_number_says_how_it_came_about_and_can_be_changed(open_page: OpenPage) -> None:
    page = open_page("/inside?view=by_hand&step=2")
    line = page.locator(".by-hand .line")
    page.locator(".by-hand .result tbody tr").nth(1).locator("td").nth(1).hover()
    expect(line).to_contain_text("0·0 + 2·0 + 0·1 + 2·1 = 2")
    assert page.locator(".by-hand .lit").count() == 4 + 4 + 1
    page.locator(".by-hand .edit").nth(0).fill("7")
    assert row(page) == [7, 1, 2]
    field = page.locator(".by-hand .edit").nth(0)
    for wrong in ("1.5", "1,5", "1000", "1e2", ""):
        field.fill(wrong)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(line).to_have_text("Whole numbers from −99 to 99.")
        assert row(page) == [7, 1, 2]
    field.blur()
    expect(field).to_have_value("7")  # what is used, and no other number, stands in the field
    field.fill("-3")
    assert row(page) == [-3, 1, 2]
    field.fill("7")
    page.reload()
    settle(page)
    page.locator(".by-hand .result").wait_for()
    assert row(page) == [7, 1, 2]
    page.locator(".by-hand .result tbody td").first.focus()
    page.keyboard.press("ArrowDown")  # walks among the numbers, not the steps
    expect(line).to_contain_text("x2 · 0: 0·7")
    page.get_by_role("button", name="Start again").click()
    assert row(page) == [1, 1, 2]
    assert "toy" not in page.url


@pytest.mark.parametrize("number", ["99", "٣"])
def test_an_address_that_leads_nowhere_opens_at_the_beginning(open_page: OpenPage, number: str) -> None:
    page = open_page(f"/inside?view=by_hand&step={number}&token={number}")
    expect(page.locator(".by-hand select.step")).to_have_value("0")
    assert row(page) == [1, 0, 1, 0]


def test_a_causal_mask_forbids_in_sight(open_page: OpenPage) -> None:
    page = open_page("/inside?view=by_hand&step=7")
    page.get_by_label("Causal mask").check()
    expect(page.locator(".by-hand .result .forbidden").first).to_have_text("−∞")
    page.locator(".by-hand").get_by_role("button", name=re.compile("Next step")).click()
    assert row(page) == [1, 0, 0]


def test_a_sentence_shows_the_models_own_numbers(
    open_page: OpenPage, mini: BertEngine, strangers: list[str]
) -> None:
    page = open_page(SENTENCE)
    steps = mini.layer_steps(TEXT, layer=2)
    line = page.locator(".by-hand .line")
    expect(line).to_contain_text("Layer 3, head 5")
    page.locator(".by-hand select.step").select_option("18")
    page.get_by_label("All numbers").check()
    np.testing.assert_allclose(row(page, 2), steps.leaving[2, :32], atol=6e-4)
    page.keyboard.press("PageUp")
    np.testing.assert_allclose(row(page, 2), steps.second_sum[2, :32], atol=6e-4)
    page.locator(".by-hand select.step").select_option("4")
    page.get_by_label("All numbers").uncheck()
    result = page.locator(".by-hand .result")
    (
        result.locator("canvas") if result.locator("canvas").count() else result.locator("tbody td").first
    ).focus()
    expect(line).to_contain_text(f"= {steps.scores[4, 0, 0]:.2f}"[:-1])
    assert strangers == []
    page.get_by_label("Second sentence").focus()
    page.keyboard.type("a b")  # Space is typed, and no step taken
    expect(page.locator(".by-hand select.step")).to_have_value("4")
