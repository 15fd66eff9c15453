"""Lines whose cells are parted by a sign, as table programs and people write them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

SEPARATORS = "\t;,|"
_LOOKED_AT = 200
"""Rows from which the separator is found out."""

_MOST_LINES, _LEAST_LINES = 1_000, 16
"""Of one row, whose quoted cells may hold line breaks."""

_NAMED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


def lines_of(text: str) -> list[str]:
    """Return lines with their ends; what else Unicode calls a break is a sign of the text."""
    return list(io.StringIO(text, newline=""))


def named_separator(text: str) -> tuple[str, str]:
    """Return the separator that Excel's first line `sep=;` names, if there is one, and the text behind it."""
    named = _NAMED.match(text)
    return (named[1], text[named.end() :]) if named else ("", text)


def find_separator(lines: Sequence[str]) -> str:
    """Return the sign that parts most rows into the same number of cells; a tab where none does."""
    best, most = "\t", 0.0
    for sign in SEPARATORS:
        widths = Counter(len(row) for row in islice(separated_rows(lines, sign), _LOOKED_AT) if row)
        if not widths:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
        share = count / widths.total()
        if width > 1 and share > max(most, 0.6):
            best, most = sign, share
    return best


def separated_rows(lines: Sequence[str], separator: str) -> Iterator[list[str]]:
    """Yield the cells of each row.

    A quotation mark that opens a cell and is not closed would swallow the rows behind it: where the marks of
    a row do not pair, its first line is taken by itself, and the next line is a row of its own.
    """
    place, window = 0, _MOST_LINES
    while place < len(lines):
        ahead = lines[place : place + window]
        reader = csv.reader(ahead, delimiter=separator, strict=True)
        done = 0
        try:
            for row in reader:
                if _are_rows(ahead[done : reader.line_num], row, separator):
                    break
                yield row
                done = reader.line_num
        except csv.Error:
            if reader.line_num - done >= window:  # in a text of open marks each would be looked for so far
                window = max(_LEAST_LINES, window // 2)
        if not done:
            yield _as_written(ahead[0].rstrip("\r\n"), separator)
        place += max(1, done)


def _as_written(line: str, separator: str) -> list[str]:
    """Part a line whose quotation marks do not pair: one before a separator or the end closes a cell."""
    closing = re.compile(f'"(?={re.escape(separator)}|$)')
    cells, place, quoted = [], 0, True
    while place <= len(line):
        if quoted and line.startswith('"', place):
            if found := closing.search(line, place + 1):
                cells.append(line[place + 1 : found.start()].replace('""', '"'))
                place = found.end() + 1
                continue
            quoted = False  # no later mark is closed either
        end = line.find(separator, place)
        cells.append(line[place:] if end < 0 else line[place:end])
        place += len(cells[-1]) + 1
    return cells


def _are_rows(lines: Sequence[str], row: Sequence[str], separator: str) -> bool:
    """Tell whether lines that quotation marks join have a whole row each; commas stand in texts too."""
    if len(lines) < 2 or len(row) < 2 or separator == ",":
        return False
    return all(line.count(separator) == len(row) - 1 for line in lines)
