"""JSON in which texts stand under the names of their classes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from bertviz_core.training.data.tables import read_table

POSITIVE, NEGATIVE = [f"me gusta {n}" for n in range(7)], [f"odio {n}" for n in range(5)]
ROWS = tuple((text, "pos") for text in POSITIVE) + tuple((text, "neg") for text in NEGATIVE)


@pytest.mark.parametrize(
    "written",
    [
        {"pos": POSITIVE, "neg": NEGATIVE},
        {"data": {"pos": POSITIVE, "neg": NEGATIVE}},
        {"pos": [{"text": text} for text in POSITIVE], "neg": [{"text": text} for text in NEGATIVE]},
        {text: label for text, label in ROWS},
    ],
)
def test_texts_under_their_classes_are_rows(written: object) -> None:
    table = read_table(json.dumps(written, ensure_ascii=False).encode(), "x.json")
    assert table.columns == ("text", "label") and table.rows == ROWS
    assert [note.kind for note in table.notes] == ["form"]


def test_as_many_of_each_class_are_no_columns() -> None:
    table = read_table(json.dumps({"1": POSITIVE[:5], "2": NEGATIVE}).encode(), "x.json")
    assert table.rows[0] == ("me gusta 0", "1") and len(table.rows) == 10


@pytest.mark.parametrize(
    "columns",
    [
        {"Satz": POSITIVE, "Klasse": ["a", "b", "a", "b", "a", "b", "a"]},
        {"text": POSITIVE, "label": POSITIVE},
        {"text": POSITIVE, "label": NEGATIVE},
        {"question": POSITIVE, "context": POSITIVE[::-1]},
        {"texto": POSITIVE, "puntos": [*range(7)]},
    ],
)
def test_columns_stay_columns(columns: dict[str, list[object]]) -> None:
    table = read_table(json.dumps(columns).encode(), "x.json")
    assert table.columns == tuple(columns) and len(table.rows) == 7 and not table.notes


def test_of_too_many_every_class_keeps_some(settings: Callable[..., None]) -> None:
    settings(max_rows="6")
    table = read_table(json.dumps({"pos": POSITIVE, "neg": NEGATIVE}).encode(), "x.json")
    assert {row[1] for row in table.rows} == {"pos", "neg"} and table.more
