"""Rows whose cells are parted by a sign, as table programs and people write them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from bertviz_core.analysis.texts.lines import lines_with_ends
from bertviz_core.training.data.text_file import LONGEST_CELL

MOST_COLUMNS = 200
"""Of a row; what stands behind stays in the last cell."""

_MOST_LINES, _LEAST_LINES = 1_000, 16
"""Of one row, whose quoted cells may hold line breaks."""

_MOST_CHARACTERS, _MOST_SIGNS = 1_500_000, 200_000
"""Of one row and what is looked at behind it: characters, and separators, each of which makes a cell."""

_WHOLE_ROWS = {"\t": 2, ",": 10}
"""Lines that are rows of their own though quotation marks join them; of other separators three."""

_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_TO_LINE_END = re.compile(r"[^\r\n]*")
_LINES_WITH_BACKSLASHES, _CHARACTERS_WITH_BACKSLASHES = 200, 2_000_000
"""Looked at to find out what backslashes before quotation marks mean."""

# A file of one long line is one field.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))


class Rows:
    """The rows of a text, read one after the other; how many signs the reader has passed is counted."""

    def __init__(self, text: str, separator: str, *, escapes: bool = False) -> None:
        self.passed = 0
        """Characters that were given out as rows."""
        self.broken = 0
        """Rows whose quotation marks do not pair."""
        self._lines = lines_with_ends(text)
        self._ahead: list[str] = []
        self._separator = separator
        self._escapes = escapes
        self._window = _MOST_LINES
        self._stopped = False

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the cells of each row.

        A quotation mark that opens a cell and is not closed would swallow the rows behind it: where the marks
        of a row do not pair, its first line is taken by itself, and the next line is a row of its own.
        """
        while self._has_line(0):
            done = 0
            reader = self._reader()
            try:
                for row in reader:
                    lines = self._ahead[done : reader.line_num]
                    if _are_rows(lines, row, self._separator):
                        break
                    self.passed += sum(map(len, lines))
                    done = reader.line_num
                    yield _of_most_columns(row, self._separator)
            except csv.Error:
                if self._stopped:  # in a text of open marks each would be looked for so far
                    self._window = max(_LEAST_LINES, self._window // 2)
            if not done:
                done = 1
                self.passed += len(self._ahead[0])
                self.broken += 1
                yield _as_written(self._ahead[0].rstrip("\r\n"), self._separator, escapes=self._escapes)
            del self._ahead[:done]

    def _has_line(self, place: int) -> bool:
        """Read on until there is a line at a place ahead; tell whether there is."""
        if place == len(self._ahead):
            self._ahead.extend(islice(self._lines, 1))
        return place < len(self._ahead)

    def _lines_ahead(self) -> Iterator[str]:
        """Yield the lines that the next rows may take."""
        self._stopped = False
        characters = signs = 0
        for place in range(self._window):
            if not self._has_line(place):
                return
            line = self._ahead[place]
            characters += len(line)
            signs += line.count(self._separator)
            if (place and characters > _MOST_CHARACTERS) or signs > _MOST_SIGNS:
                break
            yield line
        self._stopped = True

    def _reader(self) -> Any:
        lines = self._lines_ahead()
        if not self._escapes:
            return csv.reader(lines, delimiter=self._separator, strict=True)
        # csv takes off every backslash; others than those before a quotation mark or another one stay.
        doubled = (_ESCAPE.sub(_stays_escaped, line) for line in lines)
        return csv.reader(doubled, delimiter=self._separator, strict=True, escapechar="\\")


def escapes_quotes(text: str, separator: str) -> bool:
    """Tell whether quotation marks within cells stand behind a backslash, as databases write them.

    By far the most programs double them, and a backslash may be a sign of the text: the lines that can be
    read in one of both ways only decide, where cells with line breaks in them do not say otherwise.
    """
    plain = escaped = place = end = 0
    for _ in range(_LINES_WITH_BACKSLASHES):
        place = text.find('\\"', place)
        if place < 0:
            break
        begin = max(end, text.rfind("\n", end, place) + 1, text.rfind("\r", end, place) + 1)
        rest = _TO_LINE_END.match(text, place)
        end = place = rest.end() if rest else len(text)
        line = text[begin:end]
        if len(line) < LONGEST_CELL:
            plain += _pairs(line, separator, None)
            escaped += _pairs(line, separator, "\\")
    if escaped <= plain:
        return False
    text = text[: min(end, _CHARACTERS_WITH_BACKSLASHES)]
    return _broken(text, separator, escapes=True) < _broken(text, separator, escapes=False)


def _broken(text: str, separator: str, *, escapes: bool) -> int:
    """Count the rows whose quotation marks do not pair."""
    rows = Rows(text, separator, escapes=escapes)
    for _row in rows:
        pass
    return rows.broken


def _pairs(line: str, separator: str, escape: str | None) -> bool:
    """Tell whether the quotation marks of a line pair."""
    try:
        list(csv.reader([line], delimiter=separator, strict=True, escapechar=escape, doublequote=not escape))
    except csv.Error:
        return False
    return True


def _stays_escaped(found: re.Match[str]) -> str:
    return found[0] if found[1] and found[1] in '"\\' else f"\\\\{found[1]}"


def _of_most_columns(row: list[str], separator: str) -> list[str]:
    if len(row) <= MOST_COLUMNS:
        return row
    return [*row[: MOST_COLUMNS - 1], separator.join(row[MOST_COLUMNS - 1 :])]


def _as_written(line: str, separator: str, *, escapes: bool) -> list[str]:
    """Part a line whose quotation marks do not pair: one before a separator or the end closes a cell."""
    unescaped = r"(?<!\\)" if escapes else ""
    closing = re.compile(f'{unescaped}"(?={re.escape(separator)}|$)')
    cells: list[str] = []
    place, quoted = 0, True
    while place <= len(line):
        if len(cells) == MOST_COLUMNS - 1:
            cells.append(line[place:])
            break
        if quoted and line.startswith('"', place):
            if found := closing.search(line, place + 1):
                cell = line[place + 1 : found.start()].replace('""', '"')
                cells.append(cell.replace('\\"', '"') if escapes else cell)
                place = found.end() + 1
                continue
            quoted = False  # no later mark is closed either
        end = line.find(separator, place)
        cells.append(line[place:] if end < 0 else line[place:end])
        place += len(cells[-1]) + 1
    return cells


def _are_rows(lines: Sequence[str], row: Sequence[str], separator: str) -> bool:
    """Tell whether lines that quotation marks join have a whole row each.

    One such line more may be chance, the sooner the more often the separator stands in texts.
    """
    if len(lines) < _WHOLE_ROWS.get(separator, 3) or len(row) < 2:
        return False
    return all(line.count(separator) == len(row) - 1 for line in lines)
