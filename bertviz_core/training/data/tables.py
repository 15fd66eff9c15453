"""Tables as people save them: CSV, TSV, Excel, JSON lines; every cell is text as it was written."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from sys import getsizeof
from typing import Any

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.settings import get_settings
from bertviz_core.training.data.excel import CALCULATION_ERRORS, excel_sheet, without_values
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.headings import is_heading
from bertviz_core.training.data.json_rows import json_cell, json_documents
from bertviz_core.training.data.separated import MOST_COLUMNS, Rows, escapes_quotes
from bertviz_core.training.data.separators import (
    FoundSeparator,
    checked_separator,
    find_separator,
    named_separator,
)
from bertviz_core.training.data.text_file import LONGEST_CELL, UNREADABLE, read_text

MOST_CELLS = 1_000_000
MOST_BYTES = 120_000_000
"""Of a table; rows behind them are left out."""

_MOST_EMPTY, _MOST_ROWS_OF_EXCEL = 300_000, 1_100_000
"""Rows without anything that are passed over in search of another one."""

_JSON_BEGINS = re.compile(r"\s*(\{\s*\"|\[\s*[\[{])")
_JSON = ("jsonl", "ndjson", "json")


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
    empty: int = 0
    """Rows left out because there is nothing in them."""
    damaged: int = 0
    """Signs that are not in the encoding, or were lost before."""
    more: bool = False
    """There were more rows than are read."""
    notes: tuple[Note, ...] = ()
    """What was decided while it was read."""


def is_table(name: str) -> bool:
    """Tell by its name whether a file of text is a table."""
    return name.lower().endswith((".csv", ".tsv"))


def read_table(
    data: bytes,
    name: str,
    *,
    has_header: bool | None = None,
    encoding: str | None = None,
    separator: str | None = None,
) -> TextTable:
    """Read a file; what is left out is found out, and told in the notes.

    Args:
        data: What is in it.
        name: Its ending says what kind of file it is; an Excel file is known by its content.
        has_header: The first row holds names.
        encoding: Of a file of text, by a name that Python knows.
        separator: The sign that parts cells, or its name (`tab`).

    Raises:
        InputError: It is no table, there is nothing in it, or encoding or separator are none.
    """
    ending = name.lower().rpartition(".")[2]
    if data.startswith(b"PK\x03\x04"):
        return _excel_table(data, has_header)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError("This is an Excel file of the old kind (.xls). Save it as .xlsx or CSV.")
    read = read_text(data, encoding=encoding)
    if not separator and (ending in _JSON or _begins_json(read.text)):
        table = _json_table(read.text, has_header)
    else:
        marked = data.startswith(BOM_UTF8)
        table = _separated_table(read.text, ending, has_header, separator, marked=marked)
    return replace(
        table,
        encoding=read.encoding,
        damaged=read.text.count(UNREADABLE),
        notes=(*read.notes, *table.notes),
    )


def separated_table(text: str, ending: str, separator: str | None = None) -> tuple[Rows, FoundSeparator]:
    """Return the rows of a text, and how their cells are parted.

    Args:
        text: What is in the file.
        ending: Of its name; `tsv` says that the sign is a tab.
        separator: Named by somebody; found out when left out.
    """
    named, text = named_separator(text)
    if separator:
        sign = checked_separator(separator)
        found = FoundSeparator(sign=sign, escapes=escapes_quotes(text, sign))
    elif sign := named or ("\t" if ending == "tsv" else ""):
        found = FoundSeparator(sign=sign, escapes=escapes_quotes(text, sign))
    else:
        found = find_separator(text)
    return Rows(text, found.sign, escapes=found.escapes), found


def _separated_table(
    text: str, ending: str, has_header: bool | None, separator: str | None, *, marked: bool
) -> TextTable:
    rows, found = separated_table(text, ending, separator)
    table = _table(rows, has_header, separator=found.sign, marked=marked)
    return replace(table, separator=found.sign, notes=(*found.notes, *table.notes))


def _excel_table(data: bytes, has_header: bool | None) -> TextTable:
    sheet = excel_sheet(data)
    table = _table(sheet.rows, has_header)
    if sheet.unsaved and 2 * sheet.unsaved >= len(table.rows):
        raise without_values()
    return replace(table, more=table.more or sheet.more, notes=(*sheet.notes, *table.notes))


def _begins_json(text: str) -> bool:
    """Tell whether a text under another name is JSON."""
    return _JSON_BEGINS.match(text) is not None


def _json_table(text: str, has_header: bool | None) -> TextTable:
    documents = json_documents(text)
    if not documents or isinstance(documents[0], list):
        rows = ([json_cell(value) for value in document] for document in documents)
        return _table(rows, has_header)
    most = get_settings().max_rows
    more, documents = len(documents) > most, documents[:most]
    columns = list(islice(dict.fromkeys(key for document in documents for key in document), MOST_COLUMNS))
    if len(documents) * len(columns) > MOST_CELLS:
        more, documents = True, documents[: MOST_CELLS // len(columns)]
    cells = [tuple(json_cell(document.get(key)) for key in columns) for document in documents]
    _require_readable(cells)
    return TextTable(
        columns=_names([json_cell(column) for column in columns]),
        rows=tuple(cells),
        has_header=True,
        more=more,
    )


def _table(
    rows: Iterable[list[str]], has_header: bool | None, *, separator: str = "", marked: bool = False
) -> TextTable:
    """Give all rows one width, and the columns names."""
    filled, empty, more = _filled(rows, _MOST_EMPTY if separator else _MOST_ROWS_OF_EXCEL)
    notes = [_errors_note(errors)] if (errors := _empty_errors(filled)) else []
    if separator and (taken_off := armed_again(filled, marked=marked)):
        notes.append(_apostrophes_note(taken_off))
    width = Counter(len(row) for row in filled).most_common(1)[0][0]
    ragged = sum(len(row) != width for row in filled)
    even = [_of_width(row, width, separator or " ") for row in filled]
    used = [place for place, cells in enumerate(zip(*even, strict=True)) if any(map(str.strip, cells))]
    if len(used) < width:
        even = [[row[place] for place in used] for row in even]
    header = is_heading(even) if has_header is None else has_header
    names = even[0] if header else [""] * len(used)
    body = even[1:] if header else even
    _require_readable(body)
    most = get_settings().max_rows
    return TextTable(
        columns=_names(names),
        rows=tuple(map(tuple, body[:most])),
        has_header=header,
        ragged=ragged,
        empty=empty,
        more=more or len(body) > most,
        notes=tuple(notes),
    )


def _empty_errors(rows: list[list[str]]) -> Counter[str]:
    """Empty the cells in which a table program says that it could not calculate; return what it said."""
    errors: Counter[str] = Counter()
    for row in rows:
        for place, cell in enumerate(row):
            if cell[:1] in ("#", "E") and cell.strip() in CALCULATION_ERRORS:
                errors[cell.strip()] += 1
                row[place] = ""
    return errors


def _errors_note(errors: Counter[str]) -> Note:
    return Note(
        kind="errors",
        template=N_("Cells that a table program could not calculate ({errors}), taken as empty: {count}."),
        fields={"errors": ", ".join(sorted(errors)[:5]), "count": errors.total()},
        remedy=N_("Mend their formulas, and save the table again."),
    )


def _apostrophes_note(count: int) -> Note:
    return Note(
        kind="apostrophes",
        template=N_("Apostrophes that keep table programs from running a cell, taken off again: {count}."),
        fields={"count": count},
    )


def _filled(rows: Iterable[list[str]], most_empty: int) -> tuple[list[list[str]], int, bool]:
    """Return rows with something in them, the number of empty ones between, and whether some were left.

    No more are read than are needed, or than there is room for their cells.
    """
    most = get_settings().max_rows + 2  # one more than are used, and the heading
    filled: list[list[str]] = []
    cells = size = empty = since = 0
    for row in rows:
        if not any(map(str.strip, row)):
            since += 1
            if since == most_empty:
                return filled or _nothing(), empty, True
            continue
        filled.append(row[:MOST_COLUMNS])
        cells += len(row)
        size += sum(map(getsizeof, row))
        empty, since = empty + since, 0
        if len(filled) == most:
            break
        if cells > MOST_CELLS or size > MOST_BYTES:
            return filled, empty, True
    return filled or _nothing(), empty, False


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


def _require_readable(rows: Sequence[Sequence[str]]) -> None:
    """Refuse a table without rows, and cells that are no texts of a person any more."""
    if not rows:
        _nothing()
    if any(len(cell) > LONGEST_CELL for row in rows for cell in row):
        raise InputError(
            "A cell of this table has more than {most} characters. Save it as CSV again, or shorten it.",
            most=LONGEST_CELL,
        )


def _nothing() -> Any:
    raise InputError("There are no rows in this file. Choose one with a row for each example.")
