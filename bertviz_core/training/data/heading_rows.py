"""Where the heading of a table stands: below lines about the file, and again where tables were joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.column_words import KNOWN
from bertviz_core.training.data.headings import is_heading

MOST_ABOVE = 20
"""Lines above a heading."""

_LOOKED_AT = 2_000
"""Rows."""

_EVEN = 0.9
"""Share of the rows below the lines that have as many cells as the heading, or more than one."""

_MOST_WORDS, _MOST_COPIES = 3, 0.2
"""Of a name that is not known; share of the rows that may be copies of a heading of such names."""


def lines_above(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows stand above the heading: lines of one cell, or such as hold no label of the table.

    Args:
        rows: With something in each, of any widths.
    """
    rows = [[cell.strip() for cell in row] for row in rows[:_LOOKED_AT]]
    filled = [sum(map(bool, row)) for row in rows]
    for place in range(min(MOST_ABOVE, len(rows) - 1, len(rows) // 2) + 1):
        known = _known(rows[place])
        if place == 0 and known > 1:
            return 0
        if place and filled[place] > 1 and (known > 1 or max(filled[:place]) == 1):
            below = rows[place + 1 :]
            if known > 1 and all(_is_no_row(row, rows[place], below) for row in rows[:place]):
                return place
            if max(filled[:place]) == 1 and _is_table(rows[place:]):
                return place
    return 0


def without_copies(rows: list[list[str]], *, sure: bool) -> tuple[list[list[str]], int]:
    """Leave out rows that repeat the first one, where it is a heading; return how many.

    Args:
        rows: All of one width.
        sure: Somebody said that the first one holds names.
    """
    first = _plain(rows[0])
    if sum(map(bool, first)) < 2:
        return rows, 0
    others = [row for row in rows[1:] if row[-1].strip() != first[-1] or _plain(row) != first]
    copies = len(rows) - 1 - len(others)
    if not copies:
        return rows, 0
    names = _known(first) > 1 or sure
    if not names and (
        copies > _MOST_COPIES * len(rows) or any(len(cell.split()) > _MOST_WORDS for cell in first)
    ):
        return rows, 0
    kept = [rows[0], *others]
    return (kept, copies) if sure or is_heading(kept) else (rows, 0)


def heading_notes(above: Sequence[Sequence[str]], copies: int) -> list[Note]:
    """Tell what was left out."""
    notes = []
    if above:
        notes.append(
            Note(
                kind="heading",
                template=N_("Lines above the heading, left out: {count}. The first one is “{line}”."),
                fields={"count": len(above), "line": " ".join(filter(None, map(str.strip, above[0])))[:60]},
                remedy=N_("If they are rows, say that the first row holds no names."),
            )
        )
    if copies:
        notes.append(
            Note(
                kind="heading",
                template=N_("Rows that repeat the heading, left out: {count}."),
                fields={"count": copies},
                remedy=N_("If they are rows, say that the first row holds no names."),
            )
        )
    return notes


def _known(row: Sequence[str]) -> int:
    return len({cell.lower().strip("\ufeff") for cell in row} & KNOWN)


def _plain(row: Sequence[str]) -> list[str]:
    return [cell.strip("\ufeff").strip() for cell in row]


def _is_no_row(row: Sequence[str], heading: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell whether a line holds less than the heading, or none of the values that come again below it."""
    if sum(map(bool, row)) < sum(map(bool, heading)):
        return True
    for place, cell in enumerate(row):
        values = Counter(other[place] for other in below if place < len(other))
        if values.get(cell, 0) or len(values) > len(below) / 2:
            continue
        return True
    return False


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether rows have several cells each, and the first one holds names."""
    width = Counter(map(len, rows)).most_common(1)[0][0]
    even = [row for row in rows if len(row) == width]
    several = sum(len(row) > 1 for row in rows)
    if width < 2 or several < _EVEN * len(rows) or len(rows[0]) != width:
        return False
    return is_heading(even)
