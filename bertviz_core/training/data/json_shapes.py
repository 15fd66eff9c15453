"""JSON that is not of rows: said with what was found in it, and what is needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.training.data.column_words import TEXT_NAMES

_NAMED, _SHOWN = 8, 60
_LINES = 2_000
"""Looked through for the first one that is no JSON."""


def require_rows(documents: Sequence[Any]) -> None:
    """Refuse what are not all objects, or all lists, and one object that holds others in place of a row.

    Raises:
        InputError: With what was found.
    """
    for kind in (dict, list):
        if all(isinstance(document, kind) for document in documents):
            break
    else:
        usual = dict if isinstance(documents[0], dict) else list
        other = next((one for one in documents if not isinstance(one, usual)), documents[0])
        raise _no_rows(other)
    if len(documents) != 1:
        return
    only = documents[0]
    if isinstance(only, dict) and not _is_row(only):
        raise InputError(
            "This JSON file holds one object with the names {names}, and no rows. It must hold an object "
            "for each text, a line each or all in one list, with a text and a label in each.",
            names=_names(only) or "{}",
        )
    if isinstance(only, list) and not any(isinstance(item, (dict, list)) for item in only):
        raise _no_rows(only)


def _is_row(document: dict[str, Any]) -> bool:
    values = document.values()
    named = any(name.lower() in TEXT_NAMES for name in document)
    nested = any(isinstance(value, (dict, list)) for value in values)
    return any(isinstance(value, str) for value in values) and (named or not nested)


def _no_rows(example: object) -> InputError:
    shown = json.dumps(example, ensure_ascii=False)[:_SHOWN]
    return InputError(
        "This JSON file holds values that are no rows, for instance {example}. It must hold an object for "
        "each text, a line each or all in one list, with a text and a label under the same names in each.",
        example=shown.encode("utf-8", "replace").decode(),
    )


def no_json(text: str, error: Exception) -> InputError:
    """Return what is raised for a text that is no JSON: with the line that is none."""
    number, lines = 0, text.split("\n", _LINES)[:_LINES]
    for place, line in enumerate(lines, start=1):
        try:
            if line.strip():
                json.loads(line)
        except (ValueError, RecursionError):
            number = place
            break
    first = next((place for place, line in enumerate(lines, start=1) if line.strip()), 1)
    if number in (0, first) and isinstance(error, json.JSONDecodeError):
        number = error.lineno  # of a document over many lines
    wrong = next(islice(text.split("\n"), max(0, number - 1), None), "")
    return InputError(
        "This file cannot be read as JSON: line {line}, “{text}”, is none. It must hold an object for each "
        "text, with a text and a label, in each line or all in one list. Save it again, or as CSV.",
        line=max(1, number),
        text=wrong.strip()[:_SHOWN],
    )


def _names(document: dict[str, Any]) -> str:
    names = [f"“{name[:_SHOWN]}”" for name in islice(document, _NAMED)]
    return ", ".join(names) + (" …" if len(document) > _NAMED else "")
