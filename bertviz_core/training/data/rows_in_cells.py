"""Tables that a program took for one column and saved so: each row stands whole in the first cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.training.data.column_words import KNOWN
from bertviz_core.training.data.prepare import MOST_CLASSES

_LOOKED_AT, _LEAST = 1_000, 3
_REPEATED = 3
"""How often a label stands there on average."""


def text_in_cells(text: str, rows: Iterable[Sequence[str]]) -> str | None:
    """Return what the only cells of rows hold, a line each; nothing where that is the text itself.

    Args:
        text: Of the file.
        rows: As they were parted; cells behind the first one are empty.
    """
    lines = []
    for row in rows:
        filled = [cell for cell in row if cell.strip()]
        if len(filled) > 1:
            return None
        lines += filled
    joined = "\n".join(lines)
    same = joined == "\n".join(line for line in text.replace("\r", "\n").split("\n") if line.strip())
    return None if same else joined


def looks_like_a_table(rows: Iterable[Sequence[str]]) -> bool:
    """Tell whether rows are as wide as each other, and name their columns or end in labels."""
    seen = list(islice(rows, _LOOKED_AT))
    if len(seen) < _LEAST or len({len(row) for row in seen}) > 1 or len(seen[0]) < 2:
        return False
    named = sum(cell.strip().lower() in KNOWN for cell in seen[0]) > 1
    labels = {row[-1].strip() for row in seen[1:]}
    return named or (len(labels) <= MOST_CLASSES and _REPEATED * len(labels) <= len(seen))


def cells_note() -> Note:
    """Say how such a file is read."""
    return Note(
        kind="rows",
        template=N_(
            "Each row stands whole in one cell, as table programs save a file that they took for one column. "
            "The cells in it are parted again."
        ),
        remedy=N_("If they are texts, put a column for the label beside them."),
    )
