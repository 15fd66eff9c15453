"""Cells that hold objects, as annotation tools export: read as the class in them where it is clear."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note
from bertviz_core.training.data.column_words import TEXT_NAMES
from bertviz_core.training.data.json_rows import json_cell
from bertviz_core.training.data.list_cells import loaded_cell
from bertviz_core.training.data.object_classes import classes_of, has_places
from bertviz_core.training.data.text_table import TextTable, column_names

_LEAST_ROWS = 3
"""Cells of an object in a table that knows texts only."""

_MOST_PARTS = 20
"""Of an object that become columns."""

_SHOWN = 80


def without_objects(table: TextTable, *, typed: bool) -> TextTable:
    """Read the class out of cells that are objects, and put the texts in them into columns of their own.

    Several classes of one cell, such as two people gave, stay a list.

    Args:
        table: As it was read.
        typed: The file knows objects, as JSON does; else they are texts that look like one.
    """
    columns, cells, notes = list[str](), list[Sequence[str]](), list[Note]()
    read, count = list[str](), 0
    for name, column in zip(table.columns, zip(*table.rows, strict=True), strict=True):
        objects = sum(map(_looks_nested, column))
        loaded = _loaded(column) if objects >= (1 if typed else _LEAST_ROWS) else None
        if loaded is None:
            columns.append(name)
            cells.append(column)
        elif parts := _parts(loaded, column):
            new = [part if part not in table.columns else f"{name}.{part}" for part in parts]
            columns += new
            cells += parts.values()
            notes.append(_parts_note(name, new))
        else:
            columns.append(name)
            classes = _classes_of_all(loaded, column)
            cells.append(classes or column)
            if classes:
                read.append(name)
                count += objects
    if read:
        notes.append(_note(read, count))
    if not notes:
        return table
    return replace(
        table,
        columns=column_names(columns),
        rows=tuple(zip(*cells, strict=True)),
        notes=(*table.notes, *notes),
    )


def require_no_objects(column: str, cells: Sequence[str], *, share: float = 0.0) -> None:
    """Refuse a column whose cells are objects, or lists of them.

    Args:
        column: Its name.
        cells: Of all rows.
        share: Of the cells that may be such.

    Raises:
        InputError: With what they hold, and what to do.
    """
    loaded = [(cell, loaded_cell(cell)) for cell in cells if cell[:1] in "{[" and cell.strip()]
    nested = [(cell, value) for cell, value in loaded if _is_nested(value)]
    if not nested or len(nested) <= share * len(cells):
        return
    fields = {"column": column, "count": len(nested), "example": nested[0][0][:_SHOWN]}
    if any(has_places(value) for _, value in nested):
        raise InputError(
            "The column “{column}” holds places in the texts with their labels (rows: {count}), for instance "
            "{example}, not one class for each text. To learn them, export the data as CoNLL (a word and its "
            "tag a line) and choose the task for tags.",
            **fields,
        )
    raise InputError(
        "The column “{column}” holds objects or lists (rows: {count}), for instance {example}. Export the "
        "data with a text and one class in each row (CSV, or JSON without objects in it), or choose another "
        "column.",
        **fields,
    )


def _looks_nested(cell: str) -> bool:
    return cell[:1] == "{" or (cell[:1] == "[" and ("{" in cell or cell[1:].lstrip()[:1] == "["))


def _is_nested(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value)
    )


def _loaded(column: Iterable[str]) -> dict[str, Any] | None:
    """Return what each different cell holds; nothing where one that looks like an object is none."""
    loaded: dict[str, Any] = {}
    for cell in column:
        if cell[:1] in ("{", "[") and cell not in loaded:
            if (value := loaded_cell(cell)) is None:
                return None
            loaded[cell] = value
    return loaded


def _parts(loaded: Mapping[str, Any], column: Sequence[str]) -> dict[str, list[str]]:
    """Return the parts of objects that hold texts, as columns; nothing where these hold none."""
    values = [loaded.get(cell) for cell in column]
    objects = [value for value in values if isinstance(value, dict)]
    if len(objects) < len([cell for cell in column if cell.strip()]):
        return {}
    names = list(dict.fromkeys(name for value in objects for name in value))[:_MOST_PARTS]
    if not any(name.lower() in TEXT_NAMES for name in names):
        return {}
    if any(map(has_places, objects)):
        return {}
    return {
        name: [json_cell(value.get(name)) if isinstance(value, dict) else "" for value in values]
        for name in names
    }


def _classes_of_all(loaded: Mapping[str, Any], column: Sequence[str]) -> list[str]:
    """Return the class of each cell; nothing where one is not clear."""
    found = {cell: classes_of(value) for cell, value in loaded.items()}
    if any(classes is None for classes in found.values()) or not any(found.values()):
        return []
    written = {}
    for cell, classes in found.items():
        kept = list(dict.fromkeys(classes or ()))
        written[cell] = kept[0] if len(kept) == 1 else json.dumps(kept, ensure_ascii=False) if kept else ""
    return [written.get(cell, cell) for cell in column]


def _note(columns: Sequence[str], count: int) -> Note:
    return Note(
        kind="objects",
        template=N_(
            "Cells that hold objects, as annotation tools write them (columns: {columns}), read as the class "
            "in them: {count}."
        ),
        fields={"columns": ", ".join(name[:40] for name in columns[:6]), "count": count},
        remedy=N_("If it is another one, export the data with one class in each row."),
    )


def _parts_note(column: str, parts: Sequence[str]) -> Note:
    return Note(
        kind="objects",
        template=N_(
            "The cells of the column “{column}” are objects, whose parts are read as columns: {parts}."
        ),
        fields={"column": column[:40], "parts": ", ".join(part[:40] for part in parts[:6])},
    )
