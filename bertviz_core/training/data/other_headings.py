"""Headings of other programs: without a name above the numbers of rows, and of two or three rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bertviz_core.errors import N_
from bertviz_core.results import Note

_NEARLY_ALL = 0.95
_LEAST_ROWS = 3
"""Below a heading."""

_IMPORT_ID = re.compile(r'\s*\{\s*"?ImportId"?\s*:', re.IGNORECASE)
_SUBHEADINGS = frozenset(
    "response|open-ended response|respuesta|respuesta abierta|resposta|resposta aberta|"
    "respuesta de composición abierta|resposta de texto aberto".split("|")
)
"""What SurveyMonkey writes below a question."""


def with_index_named(rows: list[list[str]]) -> tuple[list[list[str]], list[Note]]:
    """Put an empty name before a heading that has one cell less than nearly all rows, as R writes it.

    The first cells of the rows have to be numbers of rows or names, each another one without a space: a sign
    that parts cells may stand in texts too.

    Args:
        rows: With something in each; the first one may be a heading.
    """
    heading, others = rows[0], rows[1:]
    width = len(heading) + 1
    even = [row for row in others if len(row) == width]
    if len(others) < _LEAST_ROWS or len(even) < _NEARLY_ALL * len(others):
        return rows, []
    names = [cell.strip() for cell in heading]
    if not all(names) or len(set(names)) < len(names) or any(name.isdecimal() for name in names):
        return rows, []
    first = [row[0].strip() for row in even]
    if len(set(first)) < len(first) or not any(row[-1].strip() for row in even):
        return rows, []
    numbers = all(cell.isdecimal() for cell in first)
    in_sentences = any(row[1][:1].isspace() for row in even)
    if not numbers and (in_sentences or any(not cell or len(cell.split()) > 1 for cell in first)):
        return rows, []
    note = Note(
        kind="heading",
        template=N_(
            "The first row has one cell less than the others: its names belong to the columns behind the "
            "first one, which holds the numbers or names of the rows (“{name}” is the column with “{cell}”)."
        ),
        fields={"name": names[0][:40], "cell": even[0][1].strip()[:40]},
        remedy=N_("If this is wrong, write a name above each column."),
    )
    return [["", *heading], *others], [note]


def without_second_heading(rows: list[list[str]]) -> tuple[list[list[str]], list[Note]]:
    """Leave out rows below the heading that are no answers: those of Qualtrics and of SurveyMonkey.

    Args:
        rows: All of one width, the heading first.
    """
    count = _import_ids(rows) or _subheadings(rows)
    if not count or len(rows) < count + 2:
        return rows, []
    heading = [name if name.strip() else below for name, below in zip(rows[0], rows[1], strict=True)]
    told = next((cell for cell in rows[1] if cell.strip()), "")
    note = Note(
        kind="heading",
        template=N_("Rows below the heading that belong to it, left out: {count} (“{line}”)."),
        fields={"count": count, "line": " ".join(told.split())[:60]},
        remedy=N_("If they are rows, say that the first row holds no names."),
    )
    return [heading, *rows[1 + count :]], [note]


def _import_ids(rows: Sequence[Sequence[str]]) -> int:
    """Return which row below the heading holds the names by which Qualtrics knows its columns; 0: none."""
    for number in (1, 2):
        cells = [cell for cell in (rows[number] if number < len(rows) else ()) if cell.strip()]
        if cells and all(map(_IMPORT_ID.match, cells)):
            return number
    return 0


def _subheadings(rows: Sequence[Sequence[str]]) -> int:
    """Return whether the second row says how a question is answered, and nothing about who answered."""
    if len(rows) < 1 + _LEAST_ROWS:
        return 0
    second, others = rows[1], rows[2:]
    empty = [place for place, cell in enumerate(second) if not cell.strip()]
    filled = [place for place, cell in enumerate(second) if cell.strip()]
    known = sum(second[place].strip().lower() in _SUBHEADINGS for place in filled)
    about = [place for place in empty if _share_filled([row[place] for row in others]) >= _NEARLY_ALL]
    if not filled or not about:
        return 0
    if known:
        return 1
    # Names of options stand below a question whose name goes over several columns.
    continued = any(not rows[0][place].strip() for place in filled)
    return int(len(about) > 1 and continued)


def _share_filled(cells: Sequence[str]) -> float:
    return sum(bool(cell.strip()) for cell in cells) / max(1, len(cells))
