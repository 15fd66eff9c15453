"""A table of sentences in a file of a visitor's: which column is what is guessed, and can be said."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from bertviz_core.analysis.texts.error_cells import empty_errors
from bertviz_core.analysis.texts.lines import lines_with_ends
from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label
from bertviz_core.results import Note
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.office_files import is_office_file
from bertviz_core.training.data.other_headings import with_index_named
from bertviz_core.training.data.tables import JSON_ENDINGS, is_table, read_table, separated_table
from bertviz_core.training.data.tagged_texts import tagged_note, tagged_texts
from bertviz_core.training.data.text_file import read_text, require_size
from bertviz_core.training.data.text_table import MOST_CELLS, TextTable
from bertviz_core.ui.words.sentence_lines import MOST_CHARACTERS, MOST_LINES, split_line

MOST_SENSES = 12
"""A column of more different values is no column of senses."""

_SENSE_NAMES = set(
    "sense senses meaning meanings sentido sentidos significado significados acepción acepcion acepciones "
    "acepção acepcao label labels etiqueta etiquetas rótulo rotulo class clase classe".split()
)
_NAMES = _SENSE_NAMES | set(
    "sentence sentences text texts example frase frases oración oracion oraciones texto textos ejemplo "
    "sentença sentenca oração oracao orações exemplo".split()
)
_LONGEST_NAME, _LONGEST_SENSE = 4, 3
"""In words: of a column with a known name beside it, and of what looks like a sense."""


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
            (_one_line(row[sentence_column]), "" if sense_column is None else clean_label(row[sense_column]))
            for row in rows
        )
        return tuple((sentence, sense) for sentence, sense in chosen if sentence)


def table_of_file(
    data: bytes, name: str, *, encoding: str | None = None, separator: str | None = None
) -> SentenceTable:
    """Read a file: a sentence a line with its sense, or a table (CSV, Excel, JSON, words with their tags).

    Encoding and separator are found out when they are left out.

    Raises:
        InputError: The file is too large, cannot be read, holds nothing, or encoding or separator are none.
    """
    require_size(data)
    if is_office_file(data) or name.lower().endswith(JSON_ENDINGS):
        return _of_text_table(read_table(data, name, encoding=encoding, separator=separator))
    read = read_text(data, encoding=encoding)
    notes = read.notes
    if not separator and (texts := tagged_texts(read.text)) is not None:
        sentences = [(text,) for text in islice(texts, MOST_LINES + 1)]
        return SentenceTable(
            rows=tuple(sentences[:MOST_LINES]),
            heading=False,
            sentence_column=0,
            sense_column=None,
            cut=len(sentences) > MOST_LINES,
            notes=(*notes, tagged_note()),
        )
    parted_by_bars = not is_table(name) and "\t" not in read.text
    if is_table(name):
        rows, found = separated_table(read.text.strip("\r\n"), name.lower().rpartition(".")[2], separator)
        notes = (*notes, *found.notes)
        told, cut = _told((row, rows.passed) for row in rows)
        armed_again(told, marked=data.startswith(BOM_UTF8))
        if told:
            told, of_heading = with_index_named(told)
            notes = (*notes, *of_heading)
    else:
        told, cut = _told(_split_lines(read.text))
    notes = (*notes, *empty_errors(told))
    if not told:
        raise _nothing()
    width = max(map(len, told))
    table = tuple((*row, *[""] * (width - len(row))) for row in told)
    sentence_column = 0 if parted_by_bars else _longest_column(table)
    heading = _has_heading(table, sentence_column, named=not is_table(name))
    sense_column = _sense_column(table[heading:], sentence_column, table[0] if heading else ())
    if parted_by_bars and any(row[1] for row in table):
        sense_column = 1
    return SentenceTable(
        rows=table[: MOST_LINES + heading],
        heading=heading,
        sentence_column=sentence_column,
        sense_column=sense_column,
        cut=cut or len(told) > MOST_LINES + heading,
        notes=notes,
    )


def _nothing() -> InputError:
    return InputError("There is no sentence in this file. Write one a line, or in the first column.")


def _of_text_table(table: TextTable) -> SentenceTable:
    """Take as many rows of a table as may be read."""
    told, cut = _told(_counted(table.rows))
    if not told:
        raise _nothing()
    rows = tuple(map(tuple, told[:MOST_LINES]))
    column = _longest_column(rows)
    return SentenceTable(
        rows=(table.columns, *rows) if table.has_header else rows,
        heading=table.has_header,
        sentence_column=column,
        sense_column=_sense_column(rows, column, table.columns if table.has_header else ()),
        cut=cut or table.more or len(told) > MOST_LINES,
        notes=table.notes,
    )


def _counted(rows: Iterable[Sequence[str]]) -> Iterator[tuple[list[str], int]]:
    """Yield rows, each with the characters of all so far."""
    passed = 0
    for row in rows:
        passed += sum(map(len, row))
        yield list(row), passed


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
            if passed > MOST_CHARACTERS:
                return told, True
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


def _sense_column(
    rows: tuple[tuple[str, ...], ...], sentence_column: int, names: tuple[str, ...]
) -> int | None:
    """Return the column of few values that is called so, has them again, or looks like senses."""
    columns = [[clean_label(cell) for cell in cells] for cells in zip(*rows, strict=True)]
    filled = {place: cells for place, cells in enumerate(columns) if place != sentence_column and any(cells)}
    for place, cells in filled.items():
        named = bool(names) and clean_label(names[place]).lower() in _SENSE_NAMES
        if named and len(set(cells) - {""}) <= MOST_SENSES:
            return place
    few = [place for place, cells in filled.items() if 2 <= len(set(cells) - {""}) <= MOST_SENSES]
    for place in few:
        if 2 * len(set(filled[place]) - {""}) <= len(rows) + 1:
            return place
    only = few[0] if len(filled) == 1 and few else None
    return only if only is not None and all(map(_is_like_a_sense, filled[only])) else None


def _is_like_a_sense(cell: str) -> bool:
    return len(cell.split()) <= _LONGEST_SENSE and not any(map(str.isdecimal, cell))


def _has_heading(rows: tuple[tuple[str, ...], ...], sentence_column: int, *, named: bool) -> bool:
    """Tell whether the first row names the columns.

    Known names do, and a word or two over longer sentences that have none of these words in common with them.

    Args:
        rows: Of the file.
        sentence_column: The column of the sentences.
        named: Nothing but known names counts.
    """
    first, others = [clean_label(cell) for cell in rows[0]], rows[1:]
    if not others or any(len(cell.split()) > _LONGEST_NAME for cell in first):
        return False
    again = [any(clean_label(row[place]) == cell for row in others) for place, cell in enumerate(first)]
    if any(here for cell, here in zip(first, again, strict=True) if cell):
        return False
    known = [cell.lower() in _NAMES for cell in first]
    if named:
        return all(known)
    if any(known):
        return True
    words = first[sentence_column].casefold().split()
    if max(len(cell.split()) for cell in first) > 2 or first[sentence_column][-1:] in tuple(".!?…"):
        return False
    told = [row[sentence_column].casefold() for row in others]
    if any(2 * sum(word in text for text in told) > len(told) for word in words if len(word) > 3):
        return False
    return 2 * sum(len(text.split()) > len(words) for text in told) > len(others)


def _one_line(cell: str) -> str:
    return " ".join(cell.split())
