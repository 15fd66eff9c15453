"""Texts that a table program would run as formulas: written so that it does not, and read again."""

from __future__ import annotations

import re
from collections.abc import Iterable

APOSTROPHE = "'"
"""Before a cell it makes a text of it."""

_FORMULA, _BREAKS = ("=", "+", "-", "@"), ("\t", "\r", "\n")
"""How a cell begins that table programs run."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?")


def disarmed(text: str) -> str:
    """Put an apostrophe before what a table program would run, and before what would be read as such."""
    return f"{APOSTROPHE}{text}" if _is_run(text.lstrip(APOSTROPHE)) else text


def is_disarmed(text: str) -> bool:
    """Tell whether an apostrophe stands before a text that a table program would run."""
    return text.startswith(APOSTROPHE) and _is_run(text.lstrip(APOSTROPHE))


def armed_again(rows: Iterable[list[str]], *, marked: bool) -> int:
    """Take off the apostrophes of `disarmed` from the cells of a table; return of how many cells.

    Where a cell stands that a program would run, nobody has put them there. In files without a byte-order
    mark those that close again (`'@ana dijo'`) stay: they are quotation marks.

    Args:
        rows: Changed where they stand.
        marked: The file begins with a byte-order mark, as those that this project writes.
    """
    rows = [row for row in rows if any(cell[:1] in _LOOKED_AT for cell in row)]
    if any(_is_run(cell) for row in rows for cell in row):
        return 0
    count = 0
    for row in rows:
        for place, cell in enumerate(row):
            if is_disarmed(cell) and (marked or not cell.endswith(APOSTROPHE)):
                row[place] = cell[1:]
                count += 1
    return count


def _is_run(text: str) -> bool:
    begins_one = text.lstrip().startswith(_FORMULA) or text.startswith(_BREAKS)
    return begins_one and len(text) > 1 and not _NUMBER.fullmatch(text)


_LOOKED_AT = frozenset("'=+-@ \t\r\n")
