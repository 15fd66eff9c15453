"""Rows whose cells are parted by a sign, as table programs and people write them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
# A file of one long line is one field.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """How cells are enclosed."""

    mark: str = '"'
    escapes: bool = False
    """Marks within a cell stand behind a backslash."""
    spaced: bool = False
    """Spaces may stand between a separator and a mark."""


USUAL = Quotation()


class Rows:
    """The rows of a text, read one after the other; how many signs the reader has passed is counted."""

    def __init__(self, text: str, separator: str, quotation: Quotation = USUAL) -> None:
        self.passed = 0
        """Characters that were given out as rows."""
        self.broken = 0
        """Rows whose quotation marks do not pair."""
        self._lines = lines_with_ends(text)
        self._ahead: list[str] = []
        self._separator = separator
        self._quotation = quotation
        mark = quotation.mark
        self._behind_mark = re.compile(f"(?<!{mark}){mark} +(?={re.escape(separator)}|[\r\n]|$)")
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
                yield _as_written(self._ahead[0].rstrip("\r\n"), self._separator, self._quotation)
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
        mark, spaced = self._quotation.mark, self._quotation.spaced
        if spaced:
            lines = (self._behind_mark.sub(mark, line) for line in lines)
        if not self._quotation.escapes:
            return csv.reader(
                lines, delimiter=self._separator, quotechar=mark, strict=True, skipinitialspace=spaced
            )
        # csv takes off every backslash; others than those before a quotation mark or another one stay.
        doubled = (_ESCAPE.sub(lambda found: _stays_escaped(found, mark), line) for line in lines)
        return csv.reader(
            doubled,
            delimiter=self._separator,
            quotechar=mark,
            strict=True,
            escapechar="\\",
            skipinitialspace=spaced,
        )


def _stays_escaped(found: re.Match[str], mark: str) -> str:
    return found[0] if found[1] and found[1] in (mark, "\\") else f"\\\\{found[1]}"


def _of_most_columns(row: list[str], separator: str) -> list[str]:
    if len(row) <= MOST_COLUMNS:
        return row
    return [*row[: MOST_COLUMNS - 1], separator.join(row[MOST_COLUMNS - 1 :])]


def _as_written(line: str, separator: str, quotation: Quotation) -> list[str]:
    """Part a line whose quotation marks do not pair: one before a separator or the end closes a cell."""
    mark, spaces = quotation.mark, re.compile(" *" if quotation.spaced else "")
    unescaped = r"(?<!\\)" if quotation.escapes else ""
    closing = re.compile(f"{unescaped}{mark}{spaces.pattern}(?={re.escape(separator)}|$)")
    cells: list[str] = []
    place, quoted = 0, True
    while place <= len(line):
        if len(cells) == MOST_COLUMNS - 1:
            cells.append(line[place:])
            break
        before = spaces.match(line, place)
        begin = before.end() if before else place
        if quoted and line.startswith(mark, begin):
            if found := closing.search(line, begin + 1):
                cell = line[begin + 1 : found.start()].replace(2 * mark, mark)
                cells.append(cell.replace(f"\\{mark}", mark) if quotation.escapes else cell)
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
