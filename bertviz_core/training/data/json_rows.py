"""Rows of JSON: objects or lists, one a line or all in one list."""

from __future__ import annotations

import json
from typing import Any

from bertviz_core.errors import InputError
from bertviz_core.training.data.text_file import readable


def json_documents(text: str) -> list[Any]:
    """Return objects, all of them dicts or all of them lists; none where there is neither.

    Raises:
        InputError: It is no JSON.
    """
    try:
        documents = _documents(text)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "This is no file of JSON lines: each line must hold an object with a text and a label. Save it "
            "again, or as CSV."
        ) from error
    alike = any(all(isinstance(document, kind) for document in documents) for kind in (dict, list))
    return documents if alike else []


def json_cell(value: object) -> str:
    """Write a value as it stands in the file."""
    if value is None:
        return ""
    return readable(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _documents(text: str) -> list[Any]:
    if text.lstrip().startswith("["):
        try:
            whole = json.loads(text)
            if whole and isinstance(whole[0], (dict, list)):
                return list(whole)
        except ValueError:
            pass
    # Not `splitlines`: JSON lets other breaks of Unicode stand inside a text.
    return [json.loads(line) for line in text.split("\n") if line.strip()]
