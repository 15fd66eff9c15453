"""Tables of Excel files (.xlsx): the first sheet with rows, every cell as text."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from xml.parsers import expat

from bertviz_core.errors import InputError
from bertviz_core.training.data.separated import MOST_COLUMNS

MOST_UNPACKED_BYTES, MOST_ELEMENTS, MOST_OF_A_ROW = 64_000_000, 2_000_000, 60_000
"""20,000 rows of two columns and 600 characters are 12 MB and 180,000 elements; Excel's widest row has
16,384 cells of at most three elements."""

_PIECE = 1 << 16


def excel_rows(data: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that has any; formulas as the values that were saved with them.

    Raises:
        InputError: The file cannot be read, or is too large once it is unpacked.
    """
    import openpyxl

    try:
        _require_modest(data)
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # some programs write wrong ones
            cells = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
            rows = (_texts(row) for row in cells)
            first = next((row for row in rows if row), None)
            if first is not None:
                yield first
                yield from rows
                return
    except InputError:
        raise
    except Exception as error:  # the library raises whatever a damaged file provokes
        raise InputError("This Excel file cannot be read. Save it again, or as CSV.") from error


def _require_modest(data: bytes) -> None:
    """Refuse a file that would fill the memory: 50 KB can hold a row of 12 million cells."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED_BYTES:
            raise _too_large()
        left = MOST_ELEMENTS
        for entry in archive.infolist():
            left -= _elements(archive, entry, left)


def _elements(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> int:
    """Count the elements of a part of the file, as far as it is XML.

    Raises:
        InputError: There are more than `most`, too many between two rows, or definitions of entities.
    """
    total = in_row = 0

    def started(_name: str, _attributes: object) -> None:
        nonlocal total, in_row
        total, in_row = total + 1, in_row + 1
        if total > most or in_row > MOST_OF_A_ROW:
            raise _too_large()

    def ended(name: str) -> None:
        nonlocal in_row
        if name.rpartition(":")[2] in ("row", "si"):  # the library forgets it then
            in_row = 0

    def defined(*_anything: object) -> None:
        raise InputError("This Excel file cannot be read. Save it again, or as CSV.")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.StartDoctypeDeclHandler = defined
    with archive.open(entry) as file:
        try:
            while piece := file.read(_PIECE):
                parser.Parse(piece)
        except expat.ExpatError:
            pass  # a picture, or damaged: the library reads no further either
    return total


def _too_large() -> InputError:
    return InputError("This Excel file is too large once it is unpacked. Save it as CSV.")


def _texts(row: tuple[object, ...]) -> list[str]:
    """Return the cells of a row up to the last one that is filled."""
    if row.count(None) == len(row):  # a million of them can stand between two rows
        return []
    texts = [_excel_cell(cell) for cell in row]
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def _excel_cell(value: object) -> str:
    """Write a cell as it is seen: whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
