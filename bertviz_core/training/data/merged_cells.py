"""Cells of Excel that are merged over several rows: what stands in them belongs to each of these rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bertviz_core.errors import N_
from bertviz_core.results import Note

MOST_MERGES = 50_000
"""Of a sheet; others stay as they are stored, in their first row."""

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7}):\$?[A-Z]{1,3}\$?([0-9]{1,7})")


_MOST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Merge:
    """Cells that are merged; of several columns the first one, which a table program shows alone."""

    column: int
    """Counted from 0."""
    first_row: int
    last_row: int
    """Counted from 1, as Excel does."""


def merge_of(reference: str) -> Merge | None:
    """Read a reference such as `B2:B13`; nothing where it names one row only, or is none."""
    found = _REFERENCE.fullmatch(reference)
    if not found or found[2] == found[3]:
        return None
    return Merge(column_of(found[1]), int(found[2]), int(found[3]))


def column_of(reference: str) -> int:
    """Return the column of a reference such as `B2`, counted from 0."""
    column = 0
    for letter in reference[:_MOST_LETTERS]:
        if not "A" <= letter <= "Z":
            break
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


class MergedCells:
    """Fills merged cells while the rows of a sheet are read."""

    def __init__(self, merges: Iterable[Merge], most_columns: int) -> None:
        self.count = 0
        """Cells that were filled so far."""
        self._begin: dict[int, list[Merge]] = defaultdict(list)
        for merge in merges:
            if merge.column < most_columns:
                self._begin[merge.first_row].append(merge)

    def filled(self, rows: Iterable[list[str]]) -> Iterator[list[str]]:
        """Yield the rows of a sheet, from its first one; a row without anything stays so."""
        spanning: dict[int, tuple[str, int]] = {}
        for number, row in enumerate(rows, start=1):
            for column, (text, last) in list(spanning.items()):
                if number > last:
                    del spanning[column]
                elif row:
                    row.extend([""] * (column + 1 - len(row)))
                    row[column] = text
                    self.count += 1
            for merge in self._begin.get(number, ()):
                if merge.column < len(row) and row[merge.column].strip():
                    spanning[merge.column] = row[merge.column], merge.last_row
            yield row

    @property
    def notes(self) -> tuple[Note, ...]:
        """Tell what was filled; nothing of none."""
        if not self.count:
            return ()
        return (
            Note(
                kind="merged",
                template=N_(
                    "Cells that are merged over several rows were read into each of these rows: {count}."
                ),
                fields={"count": self.count},
                remedy=N_("If they belong to their first row only, split them and save the file again."),
            ),
        )
