"""Tables of Excel files (.xlsx): the first sheet with rows, every cell as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from itertools import chain

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.excel_parts import look_through, too_large
from bertviz_core.training.data.separated import MOST_COLUMNS

CALCULATION_ERRORS = frozenset(
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! "
    "#GETTING_DATA #N/D #¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #NULO! #VALOR! #NOME? #NÚM! "
    "Err:502 Err:504 Err:508 Err:509 Err:511 Err:522".split()
)
"""What Excel (English, Spanish, Portuguese) and LibreOffice write where a formula has no value."""

_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcelSheet:
    """The first sheet with something in it."""

    rows: Iterator[list[str]]
    """Read as they are asked for; formulas as the values that were saved with them."""
    more: bool = False
    """There are more rows than can be read in a few seconds."""
    unsaved: int = 0
    """Formulas whose values were not saved: a program wrote them that does not calculate."""
    notes: tuple[Note, ...] = ()


def excel_sheet(data: bytes) -> ExcelSheet:
    """Open a file.

    Raises:
        InputError: It cannot be read, is too large once it is unpacked, or has no values beside its formulas.
    """
    import openpyxl

    with _readable():
        parts = look_through(data)
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # some programs write wrong ones
            name = str(getattr(sheet, "_worksheet_path", "")).lstrip("/")
            last, missing = parts.last_rows.get(name), parts.unsaved.get(name, 0)
            cells = sheet.iter_rows(max_col=MOST_COLUMNS, max_row=last, values_only=True)
            rows = (_texts(row) for row in cells)
            first = next((row for row in rows if row), None)
            if first is not None:
                notes = (_note(sheet.title, len(book.worksheets)),) if len(book.worksheets) > 1 else ()
                return ExcelSheet(
                    rows=_told(chain([first], rows)), more=last is not None, unsaved=missing, notes=notes
                )
            if last is not None:
                raise too_large()
            if missing:
                raise without_values()
    return ExcelSheet(rows=iter(()))


def without_values() -> InputError:
    """Return what is raised where a formula stands in each row and no value beside it."""
    return InputError(
        "The formulas in this Excel file have no saved values, so there is nothing to read. Open it in a "
        "spreadsheet program and save it again, or as CSV."
    )


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except Exception as error:  # the library raises whatever a damaged file provokes
        raise InputError("This Excel file cannot be read. Save it again, or as CSV.") from error


def _told(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    with _readable():
        yield from rows


def _note(name: str, count: int) -> Note:
    return Note(
        kind="sheet",
        template=N_("The rows are those of the sheet “{name}”; the file has {count} sheets."),
        fields={"name": name, "count": count},
        remedy=N_("To read another one, put it first, or save it alone."),
    )


def _texts(row: tuple[object, ...]) -> list[str]:
    """Return the cells of a row up to the last one that is filled."""
    if row.count(None) == len(row):  # a million of them can stand between two rows
        return []
    texts = [_excel_cell(cell) for cell in row]
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def _excel_cell(value: object) -> str:
    """Write a cell as it is seen: whole numbers without a point, `_x000D_` as a line break."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return _unescaped(value) if isinstance(value, str) else str(value)


def _unescaped(text: str) -> str:
    from openpyxl.utils.escape import unescape

    if "_x" in text:
        text = _NO_TEXT.sub("", unescape(text))
    return text.replace("\r\n", "\n").replace("\r", "\n")
