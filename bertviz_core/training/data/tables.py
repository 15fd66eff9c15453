"""Tables as people save them: CSV, TSV, Excel, JSON lines; every cell is text as it was written."""

from __future__ import annotations

import csv
import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.training.data.headings import is_heading
from bertviz_core.training.data.text_file import decoded_as

SEPARATORS = "\t;,|"
MOST_COLUMNS = 200
MOST_UNPACKED_BYTES = 200_000_000
_LOOKED_AT = 200
"""Lines from which the separator is found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """Rows of cells, all of one width."""

    columns: tuple[str, ...]
    """Their names, each another one."""
    rows: tuple[tuple[str, ...], ...]
    has_header: bool
    """The names stood in the first row."""
    encoding: str = ""
    separator: str = ""
    ragged: int = 0
    """Rows that had more or fewer cells than the others; cells were added or put into the last one."""
    more: bool = False
    """There were more rows than are read."""


def read_table(data: bytes, name: str, *, has_header: bool | None = None) -> TextTable:
    """Read a file; encoding, separator and heading are found out.

    Args:
        data: What is in it.
        name: Its ending says what kind of file it is; an Excel file is known by its content.
        has_header: The first row holds names; found out when left out.

    Raises:
        InputError: It is no table, or there is nothing in it.
    """
    ending = name.lower().rpartition(".")[2]
    encoding = separator = ""
    if data.startswith(b"PK\x03\x04"):
        rows = list(islice(_excel_rows(data), _most_rows()))
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError("This is an Excel file of the old kind (.xls). Save it as .xlsx or CSV.")
    else:
        text, encoding = decoded_as(data)
        if ending in ("jsonl", "ndjson", "json") or text.lstrip()[:2] in ('{"', "[{", "[["):
            return _json_table(text, encoding)
        separator = "\t" if ending == "tsv" else find_separator(text)
        rows = list(islice(_cells(text, separator), _most_rows()))
    rows = [row for row in rows if any(cell.strip() for cell in row)] or _nothing()
    return _table(rows, has_header, encoding=encoding, separator=separator)


def find_separator(text: str) -> str:
    """Return the sign that parts most lines into the same number of cells; a tab where none does."""
    best, most = "\t", 0.0
    for sign in SEPARATORS:
        widths = Counter(len(row) for row in islice(_cells(text, sign), _LOOKED_AT) if row)
        if not widths:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
        share = count / widths.total()
        if width > 1 and share > max(most, 0.6):
            best, most = sign, share
    return best


def _cells(text: str, separator: str) -> Iterator[list[str]]:
    """Yield the cells of each line; quotation marks are signs of the text where they do not pair."""
    quoted = _quotes_pair(text, separator)
    lines = text.splitlines(keepends=quoted)
    try:
        if quoted:
            yield from csv.reader(lines, delimiter=separator)
        else:
            yield from csv.reader(lines, delimiter=separator, quoting=csv.QUOTE_NONE)
    except csv.Error as error:
        raise InputError("This table cannot be read. Save it as CSV again.") from error


def _quotes_pair(text: str, separator: str) -> bool:
    """Tell whether quotation marks put cells between them, as far as the beginning of a text shows."""
    lines = text.splitlines(keepends=True)[:_LOOKED_AT]
    try:
        rows = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error:
        return False
    # A quotation mark that opens a cell and is not closed swallows line after line.
    return len(rows) == len(lines) or len({len(row) for row in rows}) == 1


def _excel_rows(data: bytes) -> Iterator[list[str]]:
    """Yield the rows of the first sheet that has any; formulas as the values that were saved with them."""
    import openpyxl

    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED_BYTES:
                raise InputError("This Excel file is too large once it is unpacked. Save it as CSV.")
        book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # some programs write wrong ones
            rows = ([_excel_cell(cell) for cell in row] for row in sheet.iter_rows(values_only=True))
            filled = (_stripped(row) for row in rows)
            first = next((row for row in filled if row), None)
            if first is not None:
                yield first
                yield from (row for row in filled if row)
                return
    except InputError:
        raise
    except Exception as error:  # the library raises whatever a damaged file provokes
        raise InputError("This Excel file cannot be read. Save it again, or as CSV.") from error


def _stripped(row: Sequence[str]) -> list[str]:
    """Return a row without the empty cells behind the last one that is filled."""
    width = max((place + 1 for place, cell in enumerate(row[:MOST_COLUMNS]) if cell.strip()), default=0)
    return list(row[:width])


def _excel_cell(value: object) -> str:
    """Write a cell as it is seen: whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _json_table(text: str, encoding: str) -> TextTable:
    """Read objects or lists, one a line or all in one list."""
    try:
        documents = _documents(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "This is no file of JSON lines: each line must hold an object with a text and a label. Save it "
            "again, or as CSV."
        ) from error
    more = len(documents) > get_settings().max_rows
    documents = documents[: get_settings().max_rows]
    if documents and all(isinstance(document, dict) for document in documents):
        columns = list(dict.fromkeys(str(key) for document in documents for key in document))[:MOST_COLUMNS]
        rows = [tuple(_json_cell(document.get(key)) for key in columns) for document in documents]
        return TextTable(
            columns=_names(columns), rows=tuple(rows), has_header=True, encoding=encoding, more=more
        )
    if documents and all(isinstance(document, list) for document in documents):
        lists = [[_json_cell(value) for value in document[:MOST_COLUMNS]] for document in documents]
        return _table([row for row in lists if row] or _nothing(), None, encoding=encoding, separator="")
    return _nothing()


def _documents(text: str) -> list[Any]:
    if text.lstrip().startswith("["):
        try:
            whole = json.loads(text)
            if whole and isinstance(whole[0], (dict, list)):
                return list(whole)
        except ValueError:
            pass
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def _json_cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _table(rows: list[list[str]], has_header: bool | None, *, encoding: str, separator: str) -> TextTable:
    """Give all rows one width, and the columns names."""
    width = Counter(len(row) for row in rows).most_common(1)[0][0]
    ragged = sum(len(row) != width for row in rows)
    even = [_of_width(row, width, separator or " ") for row in rows]
    header = is_heading(even) if has_header is None else has_header
    names = even[0] if header else [""] * width
    body = even[1:] if header else even
    most = get_settings().max_rows
    return TextTable(
        columns=_names(names),
        rows=tuple(map(tuple, body[:most])) or _nothing(),
        has_header=header,
        encoding=encoding,
        separator=separator,
        ragged=ragged,
        more=len(body) > most,
    )


def _of_width(row: list[str], width: int, separator: str) -> list[str]:
    """Fill a short row up; put what is too much into the last cell."""
    if len(row) > width:
        return [*row[: width - 1], separator.join(row[width - 1 :])]
    return [*row, *[""] * (width - len(row))]


def _names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns, all different and none empty."""
    found: list[str] = []
    for place, name in enumerate(names, start=1):
        name = " ".join(name.split()) or str(place)
        while name in found:
            name = f"{name} ({place})"
        found.append(name)
    return tuple(found)


def _most_rows() -> int:
    """Return how many lines are looked at: one more than are used, and the heading."""
    return get_settings().max_rows + 2


def _nothing() -> Any:
    raise InputError("There are no rows in this file. Choose one with a row for each example.")
