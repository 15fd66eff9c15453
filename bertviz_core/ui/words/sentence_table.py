"""A table of sentences in a file of a visitor's: which column is what is guessed, and can be said."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.errors import InputError
from bertviz_core.training.data.text_file import decoded, is_table, table_rows
from bertviz_core.ui.words.sentence_lines import MOST_CHARACTERS, MOST_LINES, split_line

MOST_SENSES = 12
"""A column of more different values is no column of senses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceTable:
    """The rows of a file, each with a cell for every column."""

    rows: tuple[tuple[str, ...], ...]
    heading: bool
    """The first row names the columns."""
    sentence_column: int
    sense_column: int | None
    cut: bool = False
    """There was more in the file than is read."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the columns, by their heading or their first cell."""
        return self.rows[0]

    def pairs(self, sentence_column: int, sense_column: int | None) -> tuple[tuple[str, str], ...]:
        """Return sentences and senses of the columns, blank sentences left out."""
        rows = self.rows[1:] if self.heading else self.rows
        chosen = (
            (_one_line(row[sentence_column]), "" if sense_column is None else _one_line(row[sense_column]))
            for row in rows
        )
        return tuple((sentence, sense) for sentence, sense in chosen if sentence)


def table_of_file(data: bytes, name: str) -> SentenceTable:
    """Read a file: a sentence a line with its sense, or a table (`.csv`, `.tsv`).

    Raises:
        InputError: The file is no text, no table, or nothing is in it.
    """
    whole = decoded(data[: 4 * MOST_CHARACTERS])
    text = whole[:MOST_CHARACTERS]
    rows = table_rows(text) if is_table(name) else [list(split_line(line)) for line in text.splitlines()]
    told = [row for row in rows if any(cell.strip() for cell in row)]
    rows = told[: MOST_LINES + 1]
    if not rows:
        raise InputError("There is no sentence in this file. Write one a line, or in the first column.")
    width = max(map(len, rows))
    table = tuple(tuple(row) + ("",) * (width - len(row)) for row in rows)
    sentence_column = _longest_column(table)
    sense_column = _sense_column(table, sentence_column)
    heading = is_table(name) and _has_heading(table, sentence_column, sense_column)
    return SentenceTable(
        rows=table[: MOST_LINES + heading],
        heading=heading,
        sentence_column=sentence_column,
        sense_column=sense_column,
        cut=len(told) > MOST_LINES + heading or len(whole) > MOST_CHARACTERS,
    )


def _longest_column(rows: tuple[tuple[str, ...], ...]) -> int:
    lengths = [sum(map(len, cells)) for cells in zip(*rows, strict=True)]
    return lengths.index(max(lengths))


def _sense_column(rows: tuple[tuple[str, ...], ...], sentence_column: int) -> int | None:
    """Return the first column of few values that come again."""
    for column, cells in enumerate(zip(*rows[1:], strict=True)):
        values = {cell.strip() for cell in cells} - {""}
        if column != sentence_column and 2 <= len(values) <= MOST_SENSES and 2 * len(values) <= len(cells):
            return column
    return None


def _has_heading(rows: tuple[tuple[str, ...], ...], sentence_column: int, sense_column: int | None) -> bool:
    """Tell whether the first row names the columns: a word or two over longer ones, no sense of a row."""
    first, others = rows[0], rows[1:]
    if not others or any(len(cell.split()) > 2 for cell in first):
        return False
    if sense_column is not None and any(row[sense_column] == first[sense_column] for row in others):
        return False
    words = [len(row[sentence_column].split()) for row in rows]
    return 2 * sum(count > words[0] for count in words[1:]) > len(others)


def _one_line(cell: str) -> str:
    return " ".join(cell.split())
