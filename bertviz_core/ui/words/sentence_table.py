"""A table of sentences in a file of a visitor's: which column is what is guessed, and can be said."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bertviz_core.analysis.texts.lines import lines_with_ends
from bertviz_core.errors import InputError
from bertviz_core.results import Note
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.tables import is_table, separated_table
from bertviz_core.training.data.text_file import read_text
from bertviz_core.training.data.text_table import MOST_CELLS
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
    notes: tuple[Note, ...] = ()
    """What was decided while it was read."""

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


def table_of_file(
    data: bytes, name: str, *, encoding: str | None = None, separator: str | None = None
) -> SentenceTable:
    """Read a file: a sentence a line with its sense, or a table (`.csv`, `.tsv`).

    Encoding and separator are found out when they are left out.

    Raises:
        InputError: The file is no text, nothing is in it, or encoding or separator are none.
    """
    read = read_text(data, encoding=encoding)
    notes = read.notes
    if is_table(name):
        rows, found = separated_table(read.text.strip("\r\n"), name.lower().rpartition(".")[2], separator)
        notes = (*notes, *found.notes)
        told, cut = _told((row, rows.passed) for row in rows)
        armed_again(told, marked=data.startswith(BOM_UTF8))
    else:
        told, cut = _told(_split_lines(read.text))
    if not told:
        raise InputError("There is no sentence in this file. Write one a line, or in the first column.")
    width = max(map(len, told))
    table = tuple((*row, *[""] * (width - len(row))) for row in told)
    sentence_column = _longest_column(table)
    sense_column = _sense_column(table, sentence_column)
    heading = is_table(name) and _has_heading(table, sentence_column, sense_column)
    return SentenceTable(
        rows=table[: MOST_LINES + heading],
        heading=heading,
        sentence_column=sentence_column,
        sense_column=sense_column,
        cut=cut or len(told) > MOST_LINES + heading,
        notes=notes,
    )


def _split_lines(text: str) -> Iterator[tuple[list[str], int]]:
    """Yield sentence and sense of each line, and how many characters there were so far."""
    passed = 0
    for line in lines_with_ends(text):
        passed += len(line)
        yield list(split_line(line.rstrip("\r\n"))), passed


def _told(rows: Iterable[tuple[list[str], int]]) -> tuple[list[list[str]], bool]:
    """Return rows with something in them, as many as may be read, and whether others were left out.

    Args:
        rows: Each with the characters of all rows so far; the first one is taken however long it is.
    """
    told: list[list[str]] = []
    widest = 0
    for row, passed in rows:
        if not any(cell.strip() for cell in row):
            continue
        widest = max(widest, len(row))
        many = len(told) == MOST_LINES + 2 or (len(told) + 1) * widest > MOST_CELLS
        if told and (many or passed > MOST_CHARACTERS):
            return told, True
        told.append(row)
    return told, False


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
