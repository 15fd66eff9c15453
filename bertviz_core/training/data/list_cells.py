"""Cells that hold a list of one, as annotation tools write labels: read as what is in the list."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.text_table import TextTable

_LONGEST_LITERAL = 2_000
"""Characters of a list as Python writes it, and pandas into CSV."""

_MOST_WRONG = 100
"""Cells that look like a list and are none, after which no other one is looked into."""

_LEAST_ROWS = 3
"""Cells of a list in a table that knows texts only, where one alone may be what somebody wrote."""


def without_lists(table: TextTable, *, typed: bool) -> TextTable:
    """Take cells out of their lists, in columns in which all are lists of one or of none.

    Cells without a list are left as they are, where one of the lists holds the same.

    Args:
        table: As it was read.
        typed: The file knows lists, as JSON does; else they are texts that look like one.
    """
    found: dict[int, list[str]] = {}
    count = 0
    for place in range(len(table.columns)):
        cells = [row[place] for row in table.rows]
        lists = sum(map(_looks_like_one, cells))
        taken_out = _taken_out(cells) if lists >= (1 if typed else _LEAST_ROWS) else None
        if taken_out is not None:
            found[place] = taken_out
            count += lists
    if not found:
        return table
    rows = tuple(
        tuple(found[place][number] if place in found else cell for place, cell in enumerate(row))
        for number, row in enumerate(table.rows)
    )
    return replace(table, rows=rows, notes=(*table.notes, _note(table, tuple(found), count)))


def require_single(labels: Sequence[str]) -> None:
    """Refuse labels that are lists, several classes in some of them.

    Raises:
        InputError: With one of them.
    """
    written = [label for label in labels if _looks_like_one(label)]
    read = {label: _items(label) for label in set(written)}
    if several := [label for label in written if len(set(read[label] or ())) > 1]:
        raise InputError(
            "Rows whose label is a list of several classes: {count}, for instance {example}. A text has one "
            "class here: keep one label in each row, or make a table with one column for each class.",
            count=len(several),
            example=several[0][:60],
        )


def _taken_out(cells: Sequence[str]) -> list[str] | None:
    """Return what is in the lists of a column; nothing where a cell holds something else."""
    read: dict[str, tuple[str, ...] | None] = {}
    wrong = 0
    for cell in cells:
        if cell not in read:
            read[cell] = _items(cell) if _looks_like_one(cell) else None
            wrong += read[cell] is None and _looks_like_one(cell)
            if wrong > _MOST_WRONG:
                return None
    values = {items[0] for items in read.values() if items}
    if not values or any(items is not None and len(set(items)) > 1 for items in read.values()):
        return None
    if any(items is None and cell.strip() and cell not in values for cell, items in read.items()):
        return None
    return [cell if (items := read[cell]) is None else items[0] if items else "" for cell in cells]


def _looks_like_one(cell: str) -> bool:
    return cell[:1] == "[" and cell[-1:] == "]"


def loaded_cell(cell: str) -> Any:
    """Return the list or the object of a cell, as JSON or as Python writes it; nothing where it is none."""
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(json.dumps(_literal(cell)))  # tuples are lists there, and names texts
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _items(cell: str) -> tuple[str, ...] | None:
    """Return the parts of a list of texts, numbers and truth values; nothing where it is none."""
    read = loaded_cell(cell)
    if not isinstance(read, list) or not all(
        isinstance(item, (str, int, float, bool, type(None))) for item in read
    ):
        return None
    kept = (item for item in read if item is not None)
    return tuple(item if isinstance(item, str) else json.dumps(item) for item in kept)


def _literal(cell: str) -> object:
    return ast.literal_eval(cell) if len(cell) <= _LONGEST_LITERAL else None


def _note(table: TextTable, places: tuple[int, ...], count: int) -> Note:
    return Note(
        kind="lists",
        template=N_("Cells that are a list of one (columns: {columns}), read as what is in it: {count}."),
        fields={"columns": ", ".join(table.columns[place][:40] for place in places[:6]), "count": count},
    )
