"""Formulas of Excel whose values were not saved: a program wrote them that does not calculate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bertviz_core.errors import N_, InputError
from bertviz_core.results import Note

UNSAVED = "\0"
"""Stands in the cells of such formulas until a table is made of them; no text of Excel can hold it."""

_MOST_SHARE = 0.5
"""Of the rows of a column that can be done without."""

_SHOWN = 8

Unsaved = Mapping[int, tuple[int, ...]]
"""Of each column, by its place, the rows (from 1 on) with such a formula."""


def with_values(rows: list[list[str]]) -> list[list[str]]:
    """Leave out the rows that hold nothing but such formulas, as sums below a table, unless most do."""
    kept = [row for row in rows if any(cell.strip() and cell != UNSAVED for cell in row)]
    return kept if len(kept) > _MOST_SHARE * len(rows) else rows


def take_out(rows: Sequence[list[str]]) -> dict[int, tuple[int, ...]]:
    """Empty such cells where they stand; return of each column which rows they were in."""
    found: dict[int, list[int]] = {}
    for number, row in enumerate(rows, start=1):
        if UNSAVED in row:
            for place, cell in enumerate(row):
                if cell == UNSAVED:
                    row[place] = ""
                    found.setdefault(place, []).append(number)
    return {place: tuple(numbers) for place, numbers in found.items()}


def require_a_saved_column(unsaved: Unsaved, columns: int, rows: int) -> None:
    """Refuse a table in which no column has values.

    Raises:
        InputError: With what to do.
    """
    if rows and columns and all(_is_without(unsaved, place, rows) for place in range(columns)):
        raise InputError(
            "The formulas in this Excel file have no saved values, so there is nothing to read. Open it in a "
            "spreadsheet program and save it again, or as CSV."
        )


def unsaved_notes(
    unsaved: Unsaved, used: Iterable[int], columns: Sequence[str], rows: int
) -> tuple[Note, ...]:
    """Return what is to be told of the columns that are used.

    Args:
        unsaved: As `take_out` returns them.
        used: Places of the columns.
        columns: Names of all.
        rows: How many there are.

    Raises:
        InputError: A column that is used has hardly any values.
    """
    notes = []
    for place in used:
        numbers = unsaved.get(place, ())
        if _is_without(unsaved, place, rows):
            raise InputError(
                "The column “{column}” holds formulas whose values were not saved (rows: {count}). Open the "
                "file in a spreadsheet program and save it again, or as CSV; or choose another column.",
                column=columns[place],
                count=len(numbers),
            )
        if numbers:
            shown = ", ".join(map(str, numbers[:_SHOWN])) + (" …" if len(numbers) > _SHOWN else "")
            notes.append(
                Note(
                    kind="formulas",
                    template=N_(
                        "Rows left out because the value of a formula in the column “{column}” was not "
                        "saved: {count} (number {rows})."
                    ),
                    fields={"column": columns[place], "count": len(numbers), "rows": shown},
                    remedy=N_("Open the file in a spreadsheet program and save it again, or as CSV."),
                )
            )
    return tuple(notes)


def _is_without(unsaved: Unsaved, place: int, rows: int) -> bool:
    return bool(unsaved.get(place)) and len(unsaved[place]) >= _MOST_SHARE * rows
