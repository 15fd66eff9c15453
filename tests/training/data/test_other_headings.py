"""Headings as R, pandas, Qualtrics and SurveyMonkey write them."""

from __future__ import annotations

import io
import json

import openpyxl
import pytest

from bertviz_core.training.data.tables import TextTable, read_table

TEXTS = [(f"Hola, frase {n}", ("pos", "neg")[n % 2]) for n in range(12)]


def read(rows: list[list[str]], sign: str = ",") -> TextTable:
    lines = (sign.join('"' + cell.replace('"', '""') + '"' for cell in row) for row in rows)
    return read_table("\n".join(lines).encode(), "x.csv")


@pytest.mark.parametrize("sign", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("index", ["{}", "doc{}"])
def test_a_heading_without_a_name_above_the_index_belongs_to_the_columns_behind(
    sign: str, index: str
) -> None:
    table = read([["text", "label"], *([index.format(n), *row] for n, row in enumerate(TEXTS))], sign)
    assert table.columns == ("1", "text", "label")
    assert table.rows[1] == (index.format(1), *TEXTS[1]) and not table.ragged
    (note,) = table.notes
    assert "one cell less" in str(note) and "“text” is the column with “Hola, frase 0”" in str(note)


def test_signs_within_texts_and_behind_rows_move_no_heading() -> None:
    rows = [
        f"{'Pues Hola Bueno Claro'.split()[n % 4]}{n}, frase {n};{label}"
        for n, (_, label) in enumerate(TEXTS)
    ]
    assert read_table("\n".join(["text;label", *rows]).encode(), "x.csv").columns == ("text", "label")
    commas = [row.replace(";", ",") for row in rows]
    assert read_table("\n".join(["text,label", *commas]).encode(), "x.csv").columns[:2] == ("text", "label")
    behind = [f"{row};" for row in rows]
    assert read_table("\n".join(["text;label", *behind]).encode(), "x.csv").rows[0][1] == "pos"


def ids(*names: str) -> list[str]:
    return [json.dumps({"ImportId": name}) for name in names]


QUALTRICS = [
    ["StartDate", "Q1", "Q2"],
    ["Start Date", "¿Qué opina?\n(en breve)", "¿Le gusta?"],
    ids("startDate", "QID1_TEXT", "QID2"),
]
MONKEY = [
    ["Respondent ID", "Collector ID", "¿Qué opina?", "¿Le gusta?"],
    ["", "", "Open-Ended Response", "Response"],
]


@pytest.mark.parametrize(
    ("heading", "before"),
    [(QUALTRICS, 1), (QUALTRICS[::2], 1), (MONKEY, 2)],
    ids=["qualtrics", "imports", "monkey"],
)
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_second_headings_are_left_out_and_told(heading: list[list[str]], before: int, form: str) -> None:
    rows = [[f"2024-01-{n + 10}", f"11{n}"][-before:] + list(row) for n, row in enumerate(TEXTS)]
    table = read([*heading, *rows])
    if form == "xlsx":
        book = openpyxl.Workbook()
        for row in [*heading, *rows]:
            book.worksheets[0].append([cell or None for cell in row])
        file = io.BytesIO()
        book.save(file)
        table = read_table(file.getvalue(), "x.xlsx")
    assert table.columns == tuple(heading[0]) and table.has_header
    assert table.rows == tuple(map(tuple, rows))
    (note,) = table.notes
    assert f"left out: {len(heading) - 1}" in str(note)


def test_names_of_options_below_a_question_are_names() -> None:
    heading = [["Respondent ID", "Collector ID", "Q", "¿Dónde?", ""], ["", "", "Texto", "Lima", "Quito"]]
    rows = [
        [str(n), "22", text, "Lima" * (n % 2), "Quito" * (n % 3 > 0)] for n, (text, _) in enumerate(TEXTS)
    ]
    table = read([*heading, *rows])
    assert table.columns[-1] == "Quito" and len(table.rows) == len(TEXTS)


def test_a_first_row_with_a_gap_stays() -> None:
    rows = [["", *TEXTS[0]], *([str(n), *row] for n, row in enumerate(TEXTS[1:]))]
    assert len(read([["id", "text", "label"], *rows]).rows) == len(TEXTS)
