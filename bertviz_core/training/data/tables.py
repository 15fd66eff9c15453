"""Tables as people save them: CSV, TSV, Excel, JSON lines; every cell is text as it was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.training.data.excel import MOST_COLUMNS, excel_rows
from bertviz_core.training.data.headings import is_heading
from bertviz_core.training.data.json_rows import json_cell, json_documents
from bertviz_core.training.data.separated import find_separator, lines_of, named_separator, separated_rows
from bertviz_core.training.data.text_file import LONGEST_CELL, UNREADABLE, decoded_as


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
    if data.startswith(b"PK\x03\x04"):
        return _table(excel_rows(data), has_header)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError("This is an Excel file of the old kind (.xls). Save it as .xlsx or CSV.")
    text, encoding = decoded_as(data)
    if ending in ("jsonl", "ndjson", "json") or text.lstrip()[:2] in ('{"', "[{", "[["):
        table, separator = _json_table(text, has_header), ""
    else:
        separator, text = named_separator(text)
        lines = lines_of(text)
        separator = separator or ("\t" if ending == "tsv" else find_separator(lines))
        table = _table(separated_rows(lines, separator), has_header, separator=separator)
    return replace(table, encoding=encoding, separator=separator, damaged=text.count(UNREADABLE))


def _json_table(text: str, has_header: bool | None) -> TextTable:
    documents = json_documents(text)
    if not documents or isinstance(documents[0], list):
        rows = ([json_cell(value) for value in document] for document in documents)
        return _table(rows, has_header)
    most = get_settings().max_rows
    columns = list(dict.fromkeys(str(key) for document in documents[:most] for key in document))
    columns = columns[:MOST_COLUMNS]
    cells = [tuple(json_cell(document.get(key)) for key in columns) for document in documents[:most]]
    _require_readable(cells)
    return TextTable(
        columns=_names([json_cell(column) for column in columns]),
        rows=tuple(cells),
        has_header=True,
        more=len(documents) > most,
    )


def _table(rows: Iterable[list[str]], has_header: bool | None, *, separator: str = "") -> TextTable:
    """Give all rows one width, and the columns names."""
    filled, empty = _filled(rows)
    width = Counter(len(row) for row in filled).most_common(1)[0][0]
    ragged = sum(len(row) != width for row in filled)
    even = [_of_width(row, width, separator or " ")[:MOST_COLUMNS] for row in filled]
    used = [place for place in range(len(even[0])) if any(row[place].strip() for row in even)]
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
        more=len(body) > most,
    )


def _filled(rows: Iterable[list[str]]) -> tuple[list[list[str]], int]:
    """Return rows with something in them, no more than are needed, and the number of empty ones between."""
    most = get_settings().max_rows + 2  # one more than are used, and the heading
    filled: list[list[str]] = []
    empty = since = 0
    for row in rows:
        if not any(cell.strip() for cell in row):
            since += 1
            continue
        filled.append(row)
        empty, since = empty + since, 0
        if len(filled) == most:
            break
    return filled or _nothing(), empty


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
