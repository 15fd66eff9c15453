"""A heading is found below lines about the file, and again where tables were joined."""

from __future__ import annotations

import io

import openpyxl
import pytest

from bertviz_core.training.data.tables import TextTable, read_table

ROWS = [(f"texto {n}, y más", ("pos", "neg")[n % 2]) for n in range(12)]


def as_csv(*rows: tuple[str, ...]) -> str:
    return "".join(",".join(f'"{cell}"' if "," in cell else cell for cell in row) + "\n" for row in rows)


def as_excel(*rows: tuple[str, ...]) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    book.save(file)
    return file.getvalue()


def read(form: str, *rows: tuple[str, ...], has_header: bool | None = None) -> TextTable:
    data = as_excel(*rows) if form == "xlsx" else as_csv(*rows).encode()
    return read_table(data, f"x.{form}", has_header=has_header)


TITLES = [
    [("Encuesta de satisfacción",), ("Exportado el 3 de mayo de 2024",), ("",)],
    [("# comentario",)],
    [("Fecha", "2024-05-03"), ("Autora", "Ana")],
    [("Encuesta", ""), ("", "")],
    [(f"línea {n}",) for n in range(7)],
]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("above", TITLES)
@pytest.mark.parametrize("names", [("text", "label"), ("Text", "Label"), ("Comentario", "Sentimiento")])
def test_lines_above_the_heading_are_left_out_and_told(
    form: str, above: list[tuple[str, ...]], names: tuple[str, ...]
) -> None:
    table = read(form, *above, names, *ROWS)
    assert (table.columns, list(table.rows)) == (names, ROWS)
    (note,) = [note for note in table.notes if note.kind == "heading"]
    assert note.fields["count"] == sum(any(row) for row in above) and above[0][0] in str(note)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_names_that_nobody_knows_are_a_heading_below_a_title(form: str) -> None:
    table = read(form, ("Encuesta",), ("opinión", "valoración"), *ROWS)
    assert (table.columns, list(table.rows)) == (("opinión", "valoración"), ROWS)


def test_said_that_there_is_no_heading_all_lines_are_rows() -> None:
    assert len(read("csv", *TITLES[0], ("text", "label"), *ROWS, has_header=False).rows) == 15


@pytest.mark.parametrize(
    "rows",
    [
        [("solo esto",), *ROWS],
        [("texto", ""), *ROWS],
        [*ROWS[:6], ("solo esto",), *ROWS[6:]],
        [("text", "label"), ("solo esto",), *ROWS],
        [(row[0],) for row in ROWS],
        [("a", "b"), ("text", "c"), *ROWS],
    ],
)
def test_rows_that_look_a_little_like_titles_stay(rows: list[tuple[str, ...]]) -> None:
    table = read("csv", *rows)
    assert not [note for note in table.notes if note.kind == "heading"]
    assert len(table.rows) + table.has_header == len(rows)


def test_rows_above_a_heading_that_was_joined_later_stay() -> None:
    table = read("csv", *ROWS[:6], ("text", "label"), *ROWS[6:])
    assert [row for row in table.rows if row[1] in ("pos", "neg")] == ROWS


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("names", [("text", "label"), ("opinión", "valoración"), ("id", "texto", "label")])
def test_a_heading_that_stands_again_is_no_row(form: str, names: tuple[str, ...]) -> None:
    rows = [(*map(str, range(n, n + len(names) - 2)), *row) for n, row in enumerate(ROWS)]
    again = ("\ufeff" + names[0], *names[1:])
    table = read(form, names, *rows[:4], names, *rows[4:8], again, *rows[8:])
    assert (table.columns, list(table.rows)) == (names, rows)
    assert [note.fields["count"] for note in table.notes if note.kind == "heading"] == [2]


def test_rows_that_stand_twice_are_no_headings() -> None:
    rows = [ROWS[0], *ROWS, ("text", "raro"), ("text", "raro"), ("text", "raro")]
    assert list(read("csv", *rows).rows) == rows
    again = [("único", "raro"), *ROWS, ("único", "raro"), ("otro", "raro"), ("único", "raro")]
    assert len(read("csv", *again).rows) == len(again)
