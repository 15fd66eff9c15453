"""Tables as CSV: what a visitor typed is never a formula to the program that opens them."""

from __future__ import annotations

import csv
import io

import pytest

from bertviz_core.ui.downloads import csv_text


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "text", ["=1", "+a", "-a", "@x", "\t=1", "\ra", " =1", "\n=1", "=HYPERLINK(1)", "-1+2"]
)
def test_what_looks_like_a_formula_is_made_a_text_in_cells_and_headings(text: str) -> None:
    assert cells(csv_text([text], [[text, 1]])) == [[f"'{text}"], [f"'{text}", "1"]]


@pytest.mark.parametrize("text", ["", "a=1", "1-1", "'=1", "¿=?", "-", "=", "-0.5", "+1", "-2.5e-07", "##s"])
def test_other_texts_and_numbers_stay_as_they_are(text: str) -> None:
    assert cells(csv_text(["a"], [[text, -0.5]])) == [["a"], [text, "-0.5"]]
