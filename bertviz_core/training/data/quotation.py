"""How quotation marks enclose the cells of a text: which sign, behind spaces, what stands for one."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.separated import Quotation, Rows
from bertviz_core.training.data.text_file import LONGEST_CELL

_TO_LINE_END = re.compile(r"[^\r\n]*")
_LINES_WITH_BACKSLASHES, _CHARACTERS_WITH_BACKSLASHES = 200, 2_000_000
"""Looked at to find out what backslashes before quotation marks mean."""

_ROWS, _CHARACTERS = 1_000, 300_000
"""Looked at to find out which marks enclose cells."""

_OTHER_MARKS = "'`"
_LEAST_ROWS, _SHARE, _EVEN, _OF_USUAL_ONES = 3, 0.8, 0.9, 0.1
"""With enclosed cells, of all rows; rows of one width; cells in quotation marks beside them."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """The first rows, read in one way."""

    rows: int
    width: int
    uneven: int
    """Rows of another width."""
    broken: int
    opened: int
    """Cells that begin with the mark, before which spaces may stand."""


def find_quotation(text: str, separator: str) -> Quotation:
    """Find out how cells are enclosed: by quotation marks, unless the rows say otherwise.

    A space before the mark, or an apostrophe in its place, is believed where the rows come out evener, or
    where every cell that begins so also ends so.
    """
    usual = Quotation(escapes=escapes_quotes(text, separator))
    text = _beginning(text)
    sign = re.escape(separator)
    for mark in _OTHER_MARKS:
        begun = len(re.findall(rf"(?:^|{sign}) *{mark}(?=\S)", text, re.MULTILINE))
        if begun >= _LEAST_ROWS and (other := _other_mark(text, separator, mark, begun)):
            return other
    if re.search(rf'{sign} +"|" +{sign}', text):
        spaced = Quotation(escapes=usual.escapes, spaced=True)
        plain, read = (_read(text, separator, quotation) for quotation in (usual, spaced))
        evidence = plain.opened - read.opened + plain.broken - read.broken
        better = plain.uneven + plain.broken - read.uneven - read.broken
        if (
            read.width > 1
            and evidence > 0
            and (better > 0 or (not better and evidence > 1 and not read.opened))
        ):
            return spaced
    return usual


def quotation_notes(quotation: Quotation) -> tuple[Note, ...]:
    """Tell what is not as usual."""
    notes = []
    if quotation.mark != '"':
        notes.append(
            Note(
                kind="quotes",
                template=N_(
                    "The cells stand between other signs than quotation marks, which are left out: “{mark}”."
                ),
                fields={"mark": quotation.mark},
                remedy=N_("If they belong to the texts, put quotation marks around each cell."),
            )
        )
    if quotation.spaced:
        notes.append(
            Note(
                kind="quotes",
                template=N_(
                    "Spaces between separators and quotation marks are left out, and the marks with them."
                ),
                remedy=N_("If they belong to the texts, put quotation marks around each cell."),
            )
        )
    return tuple(notes)


def _other_mark(text: str, separator: str, mark: str, begun: int) -> Quotation | None:
    sign = re.escape(separator)
    ended = len(re.findall(rf"(?<=\S){mark} *(?={sign}|$)", text, re.MULTILINE))
    usual = len(re.findall(rf'(?:^|{sign}) *"', text, re.MULTILINE))
    if not _SHARE * begun <= ended <= begun / _SHARE or usual > _OF_USUAL_ONES * begun:
        return None
    spaced = re.search(rf"{sign} +{mark}|{mark} +{sign}", text) is not None
    other = Quotation(mark=mark, escapes=escapes_quotes(text, separator, mark), spaced=spaced)
    read = _read(text, separator, other)
    enclosed = re.findall(rf"^(?=(?:.*{sign})? *{mark}\S).*{mark} *(?:{sign}|$)", text, re.MULTILINE)
    many = len(enclosed) >= max(_LEAST_ROWS, _SHARE * (read.rows - 1))
    even = read.width > 1 and read.uneven <= (1 - _EVEN) * read.rows
    return other if many and even and read.opened <= (1 - _EVEN) * begun else None


def _read(text: str, separator: str, quotation: Quotation) -> _Reading:
    rows = Rows(text, separator, quotation)
    widths: dict[int, int] = {}
    opened = 0
    for row in rows:
        if any(map(str.strip, row)):
            widths[len(row)] = widths.get(len(row), 0) + 1
            opened += sum(cell.lstrip(" ")[:1] == quotation.mark for cell in row)
    width = max(widths, key=lambda width: (widths[width], width), default=0)
    count = sum(widths.values())
    return _Reading(count, width, count - widths.get(width, 0), rows.broken, opened)


def _beginning(text: str) -> str:
    """Return the first lines of a text."""
    text = text[:_CHARACTERS] if len(text) > _CHARACTERS else text
    lines = text.split("\n", _ROWS)
    return "\n".join(lines[:_ROWS])


def escapes_quotes(text: str, separator: str, mark: str = '"') -> bool:
    """Tell whether quotation marks within cells stand behind a backslash, as databases write them.

    By far the most programs double them, and a backslash may be a sign of the text: the lines that can be
    read in one of both ways only decide, where cells with line breaks in them do not say otherwise.
    """
    plain = escaped = place = end = 0
    for _ in range(_LINES_WITH_BACKSLASHES):
        place = text.find(f"\\{mark}", place)
        if place < 0:
            break
        begin = max(end, text.rfind("\n", end, place) + 1, text.rfind("\r", end, place) + 1)
        rest = _TO_LINE_END.match(text, place)
        end = place = rest.end() if rest else len(text)
        line = text[begin:end]
        if len(line) < LONGEST_CELL:
            plain += _pairs(line, separator, mark, None)
            escaped += _pairs(line, separator, mark, "\\")
    if escaped <= plain:
        return False
    text = text[: min(end, _CHARACTERS_WITH_BACKSLASHES)]
    broken = [_broken(text, separator, Quotation(mark=mark, escapes=escapes)) for escapes in (True, False)]
    return broken[0] < broken[1]


def _broken(text: str, separator: str, quotation: Quotation) -> int:
    """Count the rows whose quotation marks do not pair."""
    rows = Rows(text, separator, quotation)
    for _row in rows:
        pass
    return rows.broken


def _pairs(line: str, separator: str, mark: str, escape: str | None) -> bool:
    """Tell whether the quotation marks of a line pair."""
    try:
        list(
            csv.reader(
                [line],
                delimiter=separator,
                quotechar=mark,
                strict=True,
                escapechar=escape,
                doublequote=not escape,
            )
        )
    except csv.Error:
        return False
    return True
