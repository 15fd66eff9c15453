"""Rows of cells made even: a table in which every cell is text as it was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from sys import getsizeof
from typing import Any

from bertviz_core.analysis.texts.error_cells import empty_errors
from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.settings import get_settings
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.heading_rows import heading_notes, lines_above, without_copies
from bertviz_core.training.data.headings import is_heading
from bertviz_core.training.data.other_headings import with_index_named, without_second_heading
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.text_file import LONGEST_CELL
from bertviz_core.training.data.unsaved_formulas import Unsaved, take_out, with_values

MOST_CELLS, MOST_BYTES = 1_000_000, 120_000_000
"""Of a table; rows behind them are left out."""

_MOST_TRIMMED = 2 * MOST_CELLS
"""Cells that rows may have once they are as long as the longest one."""

_MOST_EMPTY, _MOST_ROWS_OF_EXCEL = 300_000, 1_100_000
"""Rows without anything that are passed over in search of another one."""


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
    """There were more rows than are read; of a sheet that is too large, a note says so instead."""
    unsaved: Unsaved = field(default_factory=dict)
    """Cells of Excel left empty because the value of their formula was not saved."""
    notes: tuple[Note, ...] = ()
    """What was decided while it was read."""


def table_of_rows(
    rows: Iterable[list[str]],
    has_header: bool | None,
    *,
    separator: str = "",
    marked: bool = False,
    trimmed: bool = False,
) -> TextTable:
    """Give all rows one width, and the columns names.

    Args:
        rows: Changed where they stand.
        has_header: The first one holds names; found out when left out.
        separator: Parted the cells.
        marked: The file begins with a byte-order mark.
        trimmed: Rows end behind their last cell that is filled, so that a shorter one is not ragged.
    """
    filled, empty, more = _filled(rows, _MOST_EMPTY if separator else _MOST_ROWS_OF_EXCEL)
    filled = filled if separator else with_values(filled)
    above = 0 if has_header is False else lines_above(filled)
    lines, filled = filled[:above], filled[above:]
    notes = [*empty_errors(filled)]
    if has_header is not False:
        filled, told = with_index_named(filled)
        notes += told
    if separator and (taken_off := armed_again(filled, marked=marked)):
        notes.append(_apostrophes_note(taken_off))
    width = Counter(len(row) for row in filled).most_common(1)[0][0]
    widest = max(map(len, filled))
    if trimmed and widest * len(filled) <= _MOST_TRIMMED:
        width = widest
    ragged = 0 if trimmed else sum(len(row) != width for row in filled)
    even = [_of_width(row, width, separator or " ") for row in filled]
    used = [place for place, cells in enumerate(zip(*even, strict=True)) if any(map(str.strip, cells))]
    if len(used) < width:
        even = [[row[place] for place in used] for row in even]
    copies = 0
    if has_header is not False:
        even, told = without_second_heading(even)
        notes += told
        even, copies = without_copies(even, sure=has_header is True)
    header = is_heading(even) if has_header is None else has_header
    notes = [*heading_notes(lines, copies), *notes]
    names = even[0] if header else [""] * len(used)
    if header:
        take_out(even[:1])
    body = even[1:] if header else even
    most = get_settings().max_rows
    unsaved = {} if separator else take_out(body[:most])
    require_readable(body)
    return TextTable(
        columns=column_names(names),
        rows=tuple(map(tuple, body[:most])),
        has_header=header,
        ragged=ragged,
        empty=empty,
        more=more or len(body) > most,
        unsaved=unsaved,
        notes=tuple(notes),
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


def column_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of columns, all different and none empty."""
    found: list[str] = []
    for place, name in enumerate(names, start=1):
        name = " ".join(name.split()) or str(place)
        while name in found:
            name = f"{name} ({place})"
        found.append(name)
    return tuple(found)


def require_readable(rows: Sequence[Sequence[str]]) -> None:
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
