"""Tables that were saved as one column, and columns of one name."""

from __future__ import annotations

import pytest

from bertviz_core.training.data.headings import guess_columns
from bertviz_core.training.data.tables import read_table

ROWS = [("Sí, claro, me gusta", "pos"), ('Dijo "no"', "neg"), ("Nada mal", "pos")] * 4


def in_commas(rows: list[tuple[str, ...]]) -> list[str]:
    return [",".join(f'"{cell.replace(chr(34), 2 * chr(34))}"' for cell in row) for row in rows]


def as_one_cell(line: str) -> str:
    return f'"{line.replace(chr(34), 2 * chr(34))}"'


@pytest.mark.parametrize("heading", [[("texto", "etiqueta")], []])
@pytest.mark.parametrize("behind", ["", ";;;"])
def test_rows_that_stand_in_one_cell_are_parted(heading: list[tuple[str, ...]], behind: str) -> None:
    lines = [as_one_cell(line) + behind for line in in_commas([*heading, *ROWS])]
    table = read_table("\r\n".join(lines).encode(), "x.csv")
    assert table.rows == tuple(ROWS) and table.has_header is bool(heading)
    assert "rows" in [note.kind for note in table.notes]


@pytest.mark.parametrize("lines", [["Hola, mundo", "Uno, dos, tres", "Nada"], ["Sí, A", "No, B", "Ya, C"]])
def test_texts_in_quotation_marks_stay_texts(lines: list[str]) -> None:
    table = read_table("\n".join(map(as_one_cell, lines * 2)).encode(), "x.csv")
    assert [row[0] for row in table.rows] == lines * 2


def test_of_two_columns_of_one_name_the_longer_one_holds_the_texts() -> None:
    lines = [f"{number},un texto,{'pn'[number % 2]}" for number in range(9)]
    table = read_table("\n".join(["text,text,label", *lines]).encode(), "x.csv")
    assert guess_columns(table.columns, table.rows, "sentence").text == 1
    assert guess_columns(table.columns, table.rows, "pair").text == 0
