"""Words with which programs say that a cell holds nothing: taken as nothing, or asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bertviz_core.errors import N_
from bertviz_core.results import Note, TextExample

_NOTHING = frozenset("NULL (NULL) (null) [NULL] <NULL> <null> <NA> NaN nan NaT \\N".split())
"""As databases and pandas write it, and hardly a person."""

_PERHAPS = frozenset("null Null NA N/A n/a N.A. na None nil Nil".split())
"""May name a class as well."""


def without_missing(rows: Sequence[TextExample]) -> tuple[Sequence[TextExample], tuple[Note, ...]]:
    """Return rows whose cells are empty where they say that there is nothing, and what was decided."""
    cells = Counter(cell for row in rows for cell in (row.text, row.pair, row.label) if cell in _NOTHING)
    notes = []
    if cells:
        rows = [_emptied(row) for row in rows]
        notes.append(
            Note(
                kind="missing",
                template=N_(
                    "Cells with a word by which programs say that there is nothing ({words}), taken as "
                    "empty: {count}."
                ),
                fields={"words": _quoted(cells), "count": cells.total()},
                remedy=N_("If it is a text or a class, write it in another way."),
            )
        )
    labels = Counter(row.label for row in rows if row.label in _PERHAPS)
    if labels:
        notes.append(
            Note(
                kind="missing",
                template=N_(
                    "The label {words} (rows: {count}) may say that there is none. It is learned as a class."
                ),
                fields={"words": _quoted(labels), "count": labels.total()},
                remedy=N_("If it is none, leave it empty: rows without a label are left out."),
                doubtful=True,
            )
        )
    return rows, tuple(notes)


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in sorted(words))


def _emptied(row: TextExample) -> TextExample:
    if _NOTHING.isdisjoint((row.text, row.pair, row.label)):
        return row
    return replace(
        row,
        text="" if row.text in _NOTHING else row.text,
        pair="" if row.pair in _NOTHING else row.pair,
        label="" if row.label in _NOTHING else row.label,
    )
