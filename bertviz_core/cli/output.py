"""How answers are printed: JSON for programs, aligned columns for people."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from bertviz_core.documents import with_notes
from bertviz_core.results import Encoding, Note


def print_json(document: dict[str, Any], notes: Sequence[Note] = ()) -> None:
    """Print one JSON document with its letters as they are, and what was decided about the model."""
    print(json.dumps(with_notes(document, notes), ensure_ascii=False))


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print aligned columns, numbers with a fraction to four digits."""
    cells = [list(headings), *([_cell(value) for value in row] for row in rows)]
    widths = [max(_width(row[column]) for row in cells) for column in range(len(headings))]
    for row in cells:
        padded = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        print("  ".join(padded).rstrip())


def print_notice(message: str) -> None:
    """Print a message beside the answer, on standard error."""
    print(printable(message), file=sys.stderr)


def tell_notes(notes: Sequence[Note]) -> None:
    """Say on standard error what was decided, and with which option to decide otherwise."""
    for note in notes:
        print_notice(f"{note} ({note.option})" if note.option else str(note))


def tell_cut(encoding: Encoding) -> None:
    """Say which end of a text did not fit."""
    if encoding.truncated:
        print_notice(f"Cut at {len(encoding)} tokens; left out: {encoding.cut}")


def printable(text: str) -> str:
    """Return a text in which nothing can steer a terminal: control characters as escapes."""
    return "".join(
        character if character == "\n" or not _controls(character) else ascii(character)[1:-1]
        for character in text
    )


def _controls(character: str) -> bool:
    """Tell whether a character is of the kinds control, surrogate, or reorders text."""
    return unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    )  # fmt: skip


def _cell(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else printable(str(value)).replace("\n", "\\n")


def _width(text: str) -> int:
    """Columns a text takes in a terminal: wide characters two, combining ones none."""
    return sum(
        0
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Cf")
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
