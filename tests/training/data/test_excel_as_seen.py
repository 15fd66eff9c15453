"""What people see in a workbook is read; what is no workbook is called by its name."""

from __future__ import annotations

import datetime
import io
import struct
import zipfile
from typing import Any

import openpyxl
import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.tables import TextTable, read_table

ROWS = [(f"texto {n}", ("pos", "neg")[n // 6]) for n in range(12)]
_SHEET = "xl/worksheets/sheet1.xml"


def saved(book: Any) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def workbook(rows: list[tuple[object, ...]], *merges: str) -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in rows:
        sheet.append(row)
    for merge in merges:
        sheet.merge_cells(merge)
    return saved(book)


def changed(data: bytes, *swaps: tuple[str, str], only: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for before, after in swaps:
                if name.startswith(only):
                    part = part.replace(before.encode(), after.encode())
            new.writestr(name, part)
    return file.getvalue()


def kinds(table: TextTable) -> list[str]:
    return [note.kind for note in table.notes]


@pytest.mark.parametrize(
    ("form", "value", "seen"),
    [
        ("0%", 0.5, "50%"),
        ("0%", 0.125, "13%"),
        ("0%", -0.001, "0%"),
        ("0.00%", 0.07, "7.00%"),
        ("000", 7, "007"),
        ("00000", 1234567, "1234567"),
        ("000", -7, "-007"),
        ("General", 0.5, "0.5"),
        ("0.00", 0.5, "0.5"),
        ("0", 7.25, "7.25"),
        ("0%", "0.5", "0.5"),
        ("0%", True, "True"),
    ],
)
def test_a_percentage_and_leading_zeros_are_read_as_they_are_seen(
    form: str, value: object, seen: str
) -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in [("text", "label"), *((text, value) for text, _label in ROWS)]:
        sheet.append(row)
    for cell in sheet["B"][1:]:
        cell.number_format = form
    assert {row[1] for row in read_table(saved(book), "x.xlsx").rows} == {seen}


def test_a_style_that_the_file_does_not_define_changes_nothing() -> None:
    data = changed(
        workbook([("text", "label"), *((text, 7) for text, _label in ROWS)]), ('<c r="B', '<c s="99" r="B')
    )
    assert {row[1] for row in read_table(data, "x.xlsx").rows} == {"7"}


@pytest.mark.parametrize("first", [0, 1])
def test_a_label_merged_over_rows_is_that_of_each(first: int) -> None:
    turned = [row[::-1] if first else row for row in [("text", "label"), *ROWS]]
    column = "A" if first else "B"
    table = read_table(workbook(turned, f"{column}2:{column}7", f"{column}8:{column}13"), "x.xlsx")
    assert [row[::-1] if first else row for row in table.rows] == ROWS
    assert kinds(table) == ["merged"] and str(table.notes[0]).endswith("10.")


def test_merges_over_columns_and_behind_the_table_fill_nothing() -> None:
    rows = [("text", "label", "", "more"), *((a, b, "", "x") for a, b in ROWS)]
    table = read_table(workbook(rows, "B3:C3", "B15:B40", "A14:A20"), "x.xlsx")
    assert [row[:2] for row in table.rows] == ROWS
    assert table.notes == ()


def test_few_labels_beside_many_texts_stay_in_their_column() -> None:
    rows = [
        ("text", "label"),
        *((text, label if n % 4 == 0 else None) for n, (text, label) in enumerate(ROWS)),
    ]
    table = read_table(workbook(rows), "x.xlsx")
    assert table.rows == tuple((text, label or "") for text, label in rows[1:])
    assert table.ragged == 0


def test_an_empty_row_within_a_merge_stays_empty() -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), ("a", "x"), (None, None), ("b", None), ("c", "y")]
    table = read_table(workbook(rows, "B2:B4"), "x.xlsx")
    assert (table.rows, table.empty) == ((("a", "x"), ("b", "x"), ("c", "y")), 1)


def test_merges_behind_more_rows_than_are_read_are_found() -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="str"><v>a {n}</v></c>'
        f'<c r="B{n}" t="str"><v>{"x" * (n % 3 == 1)}</v></c></row>'
        for n in range(1, 90_000)
    )
    merges = "".join(f'<mergeCell ref="B{n}:B{n + 2}"/>' for n in range(1, 300, 3))
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        f'{rows}</sheetData><mergeCells count="1">{merges}</mergeCells></worksheet>'
    )
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook([("a", "x")]))) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, sheet if name == _SHEET else old.read(name))
    table = read_table(file.getvalue(), "x.xlsx")
    assert table.more
    assert all(row[1] == "x" for row in table.rows[:299])


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_the_first_sheet_that_is_seen_is_read(state: str) -> None:
    book = openpyxl.Workbook()
    for title in ("lista", "datos", "viejo"):
        sheet = book.create_sheet(title)
        for row in [("text", "label"), *((f"{a} {title}", b) for a, b in ROWS)]:
            sheet.append(row)
    book.remove(book.worksheets[0])
    book["lista"].sheet_state = book["viejo"].sheet_state = state
    book.active = 1
    table = read_table(saved(book), "x.xlsx")
    assert table.rows[0][0] == "texto 0 datos"
    assert "“datos”" in str(table.notes[0]) and "hidden ones among them: 2" in str(table.notes[0])
    book["datos"].delete_rows(1, 20)
    table = read_table(saved(book), "x.xlsx")
    assert table.rows[0][0] == "texto 0 lista" and "which is hidden" in str(table.notes[0])


def test_rows_that_are_filtered_out_are_read_and_told() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook([("text", "label"), *ROWS])))
    book.worksheets[0].row_dimensions[3].hidden = True
    table = read_table(saved(book), "x.xlsx")
    assert table.rows == tuple(ROWS) and kinds(table) == ["hidden"]


@pytest.mark.parametrize(
    ("stored", "seen"),
    [
        ("0.30000000000000004", "0.3"),
        ("133.80000000000001", "133.8"),
        ("2.9999999999999996", "3"),
        ("1.0000000000000002E-2", "0.01"),
        ("0.123456789012345", "0.123456789012345"),
        ("-1.1000000000000001", "-1.1"),
        ("12345678901234567890", "12345678901234567890"),
        ("7", "7"),
    ],
)
def test_numbers_are_read_to_the_digits_that_excel_shows(stored: str, seen: str) -> None:
    data = changed(
        workbook([("text", "label"), ("a", 0.123456), ("b", 1)]), ("0.123456", stored), only=_SHEET
    )
    assert read_table(data, "x.xlsx").rows[0][1] == seen


def test_digits_of_a_text_stay() -> None:
    rows: list[tuple[object, ...]] = [("text", "label"), ("0.30000000000000004", "x"), ("b", "y")]
    assert read_table(workbook(rows), "x.xlsx").rows[0][0] == "0.30000000000000004"


def compound(*streams: str, content: bytes = b"") -> bytes:
    """Write the beginning of a compound file with names of streams as they stand in its directory."""
    names = b"".join((name + "\0").encode("utf-16-le").ljust(128, b"\0") for name in streams)
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + names + content


def archive(**parts: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        for name, content in parts.items():
            written.writestr(name, content)
    return file.getvalue()


BIFF = b"\x09\x08\x10\x00\x00\x06\x05\x00" + struct.pack("<HHII", 1, 2, 3, 4)
ODS = "application/vnd.oasis.opendocument.spreadsheet"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (compound("Root Entry", "EncryptionInfo", "EncryptedPackage"), "password"),
        (compound("Root Entry", "Workbook", content=BIFF + b"\x2f\x00\x36\x00"), "password"),
        (compound("Root Entry", "Workbook", content=BIFF + b"\x42\x00"), r"\.xls\)"),
        (compound("Root Entry", "WordDocument"), "not a table"),
        (archive(**{"mimetype": ODS, "content.xml": "<x/>"}), "OpenDocument"),
        (archive(**{"mimetype": ODS, "META-INF/manifest.xml": "<manifest:encryption-data/>"}), "password"),
        (archive(**{"[Content_Types].xml": "", "word/document.xml": ""}), "not a table"),
        (archive(**{"[Content_Types].xml": "", "xl/workbook.bin": ""}), "xlsb"),
        (archive(**{"Index/Document.iwa": ""}), "numbers"),
        (archive(**{"datos.csv": "text,label"}), "ZIP"),
    ],
)
@pytest.mark.parametrize("name", ["x.xlsx", "x.xls", "x.csv"])
def test_what_is_no_workbook_is_called_by_its_name(data: bytes, says: str, name: str) -> None:
    with pytest.raises(InputError, match=says):
        read_table(data, name)


def test_strict_open_xml_is_told() -> None:
    data = changed(
        workbook([("text", "label"), *ROWS]),
        (
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            "http://purl.oclc.org/ooxml/spreadsheetml/main",
        ),
        only="xl/",
    )
    with pytest.raises(InputError, match="Strict"):
        read_table(data, "x.xlsx")


@pytest.mark.parametrize(
    "error",
    "#ERROR! Loading... #NOMBRE? Err:503 #¡DESBORDAMIENTO! #DESPEJAR! ######## #N/D #¡DIV/0! #GETTING_DATA "
    "#BEZUG! #ССЫЛКА! #Н/Д #PYTHON! #N/A".split(),
)
def test_errors_are_known_by_their_form(error: str) -> None:
    rows = [f"texto {n};{('pos', error, 'neg')[n % 3]}" for n in range(12)]
    table = read_table("\n".join(["texto;clase", *rows]).encode(), "x.csv")
    assert {row[1] for row in table.rows} == {"pos", "", "neg"}


@pytest.mark.parametrize("label", ["#amor", "#Sí!", "#1", "##", "#SI_NO", "#TBT", "Error", "E", "¡NUM!"])
def test_hashtags_are_no_errors(label: str) -> None:
    table = read_table(f"texto;clase\na;{label}\nb;x\nc;{label}\nd;x".encode(), "x.csv")
    assert table.rows[0][1] == label


def test_a_day_is_written_without_an_hour() -> None:
    day = datetime.datetime(2024, 3, 14)
    table = read_table(workbook([("text", "label"), ("a", day), ("b", day.replace(hour=9))]), "x.xlsx")
    assert [row[1] for row in table.rows] == ["2024-03-14", "2024-03-14 09:00:00"]
