"""Excel files are read as they are seen, and cannot fill the memory."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.excel_reader import opened_sheets
from bertviz_core.training.data.headings import Columns
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.text_sets import text_data

_SHEET = "xl/worksheets/sheet1.xml"
_BEGIN = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
_END = "</sheetData></worksheet>"


def excel(rows: list[tuple[object, ...]], before: int = 0) -> bytes:
    """Write a file whose last sheet has the rows."""
    book = openpyxl.Workbook()
    for _ in range(before):
        book.create_sheet()
    sheet = book.worksheets[-1]
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(name: str, content: str | bytes) -> bytes:
    """Write a file one part of which is another one."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(excel([("text", "label"), ("a", "b")]))) as whole,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written,
    ):
        for part in whole.namelist():
            if part != name:
                written.writestr(part, whole.read(part))
        written.writestr(name, content)
    return file.getvalue()


def test_cells_are_texts_and_empty_sheets_are_passed_over() -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), ("NA", 1), ("b", 2.0), (None, None), ("c", 0.5)]
    table = read_table(excel(rows, 2), "x.xlsx")
    assert table.columns == ("text", "label")
    assert table.rows == (("NA", "1"), ("b", "2"), ("c", "0.5"))
    assert table.empty == 1


def test_a_file_with_another_name_is_known() -> None:
    assert read_table(excel([("text", "label"), ("a", "b")]), "x.csv").columns == ("text", "label")


def test_formulas_are_the_values_that_were_saved_with_them() -> None:
    rows = (
        '<row><c t="str"><v>text</v></c><c t="str"><v>label</v></c></row>'
        '<row><c t="str"><f>A1&amp;B1</f><v>a sum</v></c><c><f>1+1</f><v>2</v></c></row>'
    )
    table = read_table(with_part(_SHEET, _BEGIN + rows + _END), "x.xlsx")
    assert table.rows == (("a sum", "2"),)


def test_cells_behind_the_last_column_are_not_read_and_gaps_are_counted() -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="str"><v>a {n}</v></c><c r="XFD{n}"><v>1</v></c></row>'
        for n in (1, 2, 3, 100_000)
    )
    table = read_table(with_part(_SHEET, _BEGIN + rows + _END), "x.xlsx", has_header=False)
    assert table.rows == (("a 1",), ("a 2",), ("a 3",), ("a 100000",))
    assert table.empty == 99_996


@pytest.mark.parametrize(
    "cells",
    ["<row>" + "<c/>" * 70_000 + "</row>", "<row><c/></row>" * 1_000_001, '<x:c xmlns:x="x"/>' * 70_000],
    ids=["wide", "long", "elsewhere"],
)
def test_a_small_file_with_millions_of_cells_is_told(cells: str) -> None:
    data = with_part(_SHEET, _BEGIN + cells + _END)
    assert len(data) < 100_000
    with pytest.raises(InputError, match="too large"):
        read_table(data, "x.xlsx")


def test_a_small_file_of_many_bytes_is_told() -> None:
    with pytest.raises(InputError, match="too large"):
        read_table(with_part("xl/media/picture.png", b"\0" * 70_000_000), "x.xlsx")


def test_entities_are_not_unfolded() -> None:
    entities = '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    row = '<row><c t="str"><v>&b;</v></c></row>'
    with pytest.raises(InputError, match="Excel"):
        read_table(with_part(_SHEET, entities + _BEGIN + row + _END), "x.xlsx")


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("uno_x000D_\ndos", "uno\ndos"),
        ("uno_x000d_dos", "uno\ndos"),
        ("uno_x000A_dos", "uno\ndos"),
        ("a_x005F_x000D_b", "a_x000D_b"),
        ("snake_case_x", "snake_case_x"),
        ("a_x0007_b", "ab"),
    ],
)
def test_signs_that_excel_writes_as_codes_are_read_as_signs(written: str, seen: str) -> None:
    rows = [("text", "label"), (written, "x_x000D_\n"), ("b", "y")]
    table = read_table(excel(rows), "x.xlsx")
    assert table.rows[0] == (seen, "x\n")


@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#DIV/0!", "#NAME?", "#N/D", "#¡REF!", "#¿NOMBRE?"])
@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_what_could_not_be_calculated_is_empty_and_told(error: str, form: str) -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), ("a", "x"), ("b", error), (error, "y"), ("NA", "#x")]
    data = excel(rows) if form == "xlsx" else "\n".join(f"{a},{b}" for a, b in rows).encode()
    table = read_table(data, f"x.{form}")
    assert table.rows == (("a", "x"), ("b", ""), ("", "y"), ("NA", "#x"))
    (note,) = table.notes
    assert error in str(note) and str(note).endswith("2.")


def test_a_file_of_formulas_without_values_is_refused() -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), *((f'="a"&{n}', "=1+1") for n in range(9))]
    with pytest.raises(InputError, match="no saved values"):
        read_table(excel(rows), "x.xlsx")
    with pytest.raises(InputError, match="no saved values"):
        read_table(excel([("=A2", "=B2")] * 3), "x.xlsx")


def test_formulas_without_values_count_in_the_columns_that_are_used_only() -> None:
    rows: list[tuple[object, ...]] = [("text", "label", "length", "copy")]
    rows += [
        (
            f"texto {n}",
            "pos" if n % 2 else "neg",
            f"=LEN(A{n})",
            "=B2" if n in (3, 4) else "pos neg".split()[n % 2],
        )
        for n in range(24)
    ]
    table = read_table(excel(rows), "x.xlsx")
    assert table.columns == rows[0] and table.rows[3] == ("texto 3", "pos", "", "")

    def decisions(label: int) -> list[str]:
        prepared = text_data(table, task="sentence", columns=Columns(text=0, label=label), name="x")
        return [str(note) for note in prepared.decisions]

    assert not any("formula" in note for note in decisions(1))
    assert any("“copy” was not saved: 2 (number 4, 5)" in note for note in decisions(3))
    with pytest.raises(InputError, match=r"“length” holds formulas .*24"):
        decisions(2)


def test_a_formula_whose_value_is_an_empty_text_was_saved() -> None:
    cells = "".join(
        f'<row><c t="str"><v>a {n}</v></c><c t="str"><f>IF(A1,1,"")</f><v>{"x" * (n % 3 == 0)}</v></c></row>'
        for n in range(9)
    )
    assert read_table(with_part(_SHEET, _BEGIN + cells + _END), "x.xlsx").unsaved == {}


@pytest.mark.parametrize(
    ("stored", "seen"),
    [
        ("a_x000B_b", "a\nb"),
        ("a_x000D__x000A_b", "a\nb"),
        ("a_x00F1_o", "año"),
        ("_xD83D__xDE00_", "😀"),
        ("_x005F_x000B_", "_x000B_"),
        ("a_x0001_b", "ab"),
        ("a_xyz_b", "a_xyz_b"),
    ],
)
def test_escaped_signs_are_what_they_stand_for(stored: str, seen: str) -> None:
    rows = f'<row><c t="str"><v>{stored}</v></c><c t="str"><v>x</v></c></row>'
    table = read_table(with_part(_SHEET, _BEGIN + rows + _END), "x.xlsx", has_header=False)
    assert table.rows == ((seen, "x"),)


def test_a_sum_below_the_table_changes_nothing() -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), *((f"a {n}", n % 2) for n in range(9))]
    table = read_table(excel([*rows, ("", "=SUM(B2:B10)")]), "x.xlsx")
    assert len(table.rows) == 9


def test_which_sheet_was_read_is_told() -> None:
    (note,) = read_table(excel([("text", "label"), ("a", "x"), ("b", "y")], 2), "x.xlsx").notes
    assert note.kind == "sheet" and "3 sheets" in str(note) and "Sheet2" in str(note)


def test_of_a_file_that_takes_long_the_first_rows_are_read_and_it_is_told() -> None:
    row = '<c t="inlineStr"><is><t>a</t></is></c>' * 4
    table = read_table(with_part(_SHEET, _BEGIN + f"<row>{row}</row>" * 30_000 + _END), "x.xlsx")
    assert 10_000 < len(table.rows) < 20_000
    assert table.notes[-1].kind == "cut" and not table.more  # told once


def test_a_damaged_sheet_is_told() -> None:
    with pytest.raises(InputError, match="Excel"):
        read_table(with_part(_SHEET, _BEGIN + "<row><c>"), "x.xlsx")


def test_sheets_are_opened_without_being_read() -> None:
    assert len(opened_sheets(with_part(_SHEET, "this is no sheet"))) == 1
