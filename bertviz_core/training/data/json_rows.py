"""Rows of JSON: objects or lists, one a line, all in one list, or tables in the forms of pandas."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings
from bertviz_core.training.data.class_lists import rows_of_classes
from bertviz_core.training.data.json_shapes import no_json
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.text_file import readable

_MOST_WORTH = 160_000_000
_MOST_CELLS = 1_000_000
"""Of columns that are made rows, however few of them are in the file."""
_OF_A_BRACKET, _OF_A_COMMA = 200, 70
"""Bytes that Python needs for what begins with a bracket, or stands behind a comma; two in three at most."""


class Missing:
    """Stands for a bare `NaN`, which Python writes where there is nothing, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, written: str) -> float | None:
        """Return what a word that is no JSON stands for: nothing, or an infinite number."""
        if written != "NaN":
            return float(written)
        self.count += 1
        return None


def json_documents(text: str, missing: Missing | None = None) -> list[Any]:
    """Return objects, all of them dicts or all of them lists; none where there is neither.

    Of those one a line no more are read than may be used, and one to see that there are more.

    Args:
        text: Of the file.
        missing: Counts what is written as a bare `NaN`.

    Raises:
        InputError: It is no JSON, or would fill the memory.
    """
    documents = any_documents(text, missing)
    alike = any(all(isinstance(document, kind) for document in documents) for kind in (dict, list))
    return documents if alike else []


def any_documents(text: str, missing: Missing | None = None) -> list[Any]:
    """Return what `json_documents` does, whatever it is."""
    try:
        return _documents(text, missing or Missing())
    except (ValueError, RecursionError) as error:
        raise no_json(text, error) from error


def json_cell(value: object) -> str:
    """Write a value as it stands in the file."""
    if value is None:
        return ""
    return readable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def loaded_json(text: str, missing: Missing | None = None) -> Any:
    """Return what a text says; nothing (None) for a bare `NaN`.

    Raises:
        InputError: Millions of small parts would fill the memory.
        ValueError: It is no JSON.
    """
    worth = _OF_A_BRACKET * (text.count("{") + text.count("[")) + _OF_A_COMMA * text.count(",")
    if worth > _MOST_WORTH:
        raise InputError(
            "This JSON file has too many parts to be read. Leave some rows out, or save it as CSV."
        )
    if "NaN" not in text:
        return json.loads(text)
    return json.loads(text, parse_constant=missing or Missing())


def table_rows(document: Any) -> list[Any]:
    """Return the rows of a document that is one table, in any form in which pandas and the Hub write them.

    These are `orient="columns"` (the usual one), `"index"`, `"split"` and `"table"`, lists of columns, rows
    under one name (`data`, `rows`, …), and texts under the names of classes. Other documents are one row.
    """
    if not isinstance(document, dict) or not document:
        return [document]
    values = list(document.values())
    names, rows = document.get("columns"), document.get("data")
    if isinstance(names, list) and isinstance(rows, list):
        return [
            dict(zip(map(str, names), row, strict=False)) if isinstance(row, list) else row for row in rows
        ]
    if (of_classes := rows_of_classes(document)) is not None:
        return of_classes
    lists = [value for value in values if isinstance(value, list) and value and isinstance(value[0], dict)]
    if len(lists) == 1:
        return [_row(row) for row in lists[0]]
    if len(lists) > 1:  # several tables
        return [document]
    if all(isinstance(value, dict) for value in values):
        return _rows_of_dicts(document)
    if len(document) > 1 and all(isinstance(value, list) for value in values):
        return _rows_of_columns({name: dict(enumerate(value)) for name, value in document.items()})
    return [document]


def _documents(text: str, missing: Missing) -> list[Any]:
    stripped = text.lstrip()
    if stripped.startswith("["):
        try:
            whole = loaded_json(text, missing)
            if whole and isinstance(whole[0], (dict, list)):
                return list(whole)
        except ValueError:
            missing.count = 0
    most = get_settings().max_rows + 2  # a heading, and one more than are used
    # Not `splitlines`: JSON lets other breaks of Unicode stand inside a text.
    lines = (line for line in text.split("\n") if line.strip())
    try:
        documents = [loaded_json(line, missing) for line in islice(lines, most)]
    except ValueError:
        missing.count = 0
        return table_rows(loaded_json(text, missing))
    return table_rows(documents[0]) if len(documents) == 1 else documents


def _row(row: Any) -> Any:
    """Return a row, out of the wrapping that the Hub's server puts around it."""
    if isinstance(row, dict) and isinstance(row.get("row"), dict) and "row_idx" in row:
        return row["row"]
    return row


def _rows_of_dicts(document: dict[str, dict[str, Any]]) -> list[Any]:
    """Tell columns of rows from rows of columns: rows are numbered, or many."""
    inner = list(next(iter(document.values())))
    numbered = all(name.isdecimal() for name in inner) if inner else False
    if all(name.isdecimal() for name in document) and not numbered:
        return list(document.values())
    return _rows_of_columns(document) if numbered or len(inner) >= len(document) else list(document.values())


def _rows_of_columns(columns: dict[str, dict[Any, Any]]) -> list[Any]:
    kept = dict(islice(columns.items(), MOST_COLUMNS))
    places = dict.fromkeys(place for cells in kept.values() for place in cells)
    most = min(get_settings().max_rows + 2, _MOST_CELLS // max(1, len(kept)) + 1)
    return [{name: cells.get(place) for name, cells in kept.items()} for place in islice(places, most)]
