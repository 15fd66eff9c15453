"""Sentences in a file of a visitor's: one a line, or in the first column of a table."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import dataclass
from itertools import islice

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.results import Note
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.headings import column_note, guess_columns
from bertviz_core.training.data.office_files import is_office_file
from bertviz_core.training.data.tables import JSON_ENDINGS, is_table, read_table, separated_table
from bertviz_core.training.data.tagged_texts import tagged_note, tagged_texts
from bertviz_core.training.data.text_file import ReadText, read_text, require_size
from bertviz_core.training.data.text_table import TextTable

ENDINGS = ("txt", "csv", "tsv", "xlsx", "json", "jsonl", "conllu", "conll")
MOST_CHARACTERS, MOST_LINES = 200_000, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """What was read, without lines in which there is nothing."""

    sentences: tuple[str, ...]
    blank: int = 0
    """Lines left out because they are empty."""
    cut: bool = False
    """There was more than is read."""
    notes: tuple[Note, ...] = ()
    """What was decided while a file was read."""


def sentences_of_text(text: str) -> Sentences:
    """Return the lines of a text, at most `MOST_LINES`."""
    return _kept([" ".join(line.split()) for line in text_lines(text.strip())])


def sentences_of_file(
    data: bytes, name: str, *, encoding: str | None = None, separator: str | None = None
) -> Sentences:
    """Return the sentences of a text file, the first column of a table (`.csv`, `.tsv`), or other texts.

    Every cell is text: `NA`, `null` and numbers stay as they are written. Of Excel, JSON and words with their
    tags the column of texts is taken. Encoding and separator are found out when they are left out.

    Raises:
        InputError: The file is too large, cannot be read, or encoding or separator are none.
    """
    require_size(data)
    if is_office_file(data) or name.lower().endswith(JSON_ENDINGS):
        return _of_text_column(read_table(data, name, encoding=encoding, separator=separator))
    read = read_text(data, encoding=encoding)
    if not separator and (texts := tagged_texts(read.text)) is not None:
        return _kept([*islice(texts, MOST_LINES + 1)], notes=(*read.notes, tagged_note()))
    if is_table(name):
        return _of_table(read, name, separator, marked=data.startswith(BOM_UTF8))
    cut = len(read.text) > MOST_CHARACTERS
    text = read.text[:MOST_CHARACTERS]
    if cut:  # the last line may have lost its end
        text = text[: max(text.rfind("\n"), text.rfind("\r"))] if re.search(r"[\r\n]", text) else text
    lines = [" ".join(line.split()) for line in text_lines(text.strip())]
    return _kept(lines, cut=cut, notes=read.notes)


def _of_text_column(table: TextTable) -> Sentences:
    """Return the cells of the column of texts."""
    if not table.columns:
        return Sentences(sentences=(), blank=len(table.rows))
    several = len(table.columns) > 1
    column = guess_columns(table.columns, table.rows, "sentence").text if several else 0
    lines, passed = list[str](), 0
    for row in table.rows:
        passed += len(row[column])
        if passed > MOST_CHARACTERS and lines:
            break
        lines.append(" ".join(row[column][:MOST_CHARACTERS].split()))
    notes = (*table.notes, *([column_note(table.columns[column])] if several else []))
    return _kept(lines, cut=table.more or len(lines) < len(table.rows), notes=notes)


def _of_table(read: ReadText, name: str, separator: str | None, *, marked: bool) -> Sentences:
    """Return the cells of the first column, as many whole rows as may be read."""
    rows, found = separated_table(read.text.strip("\r\n"), name.lower().rpartition(".")[2], separator)
    cells: list[list[str]] = []
    cut = False
    for row in rows:
        cut = rows.passed > MOST_CHARACTERS
        if not (cut and cells):
            cells.append([row[0][:MOST_CHARACTERS] if row else ""])
        if cut:
            break
    armed_again(cells, marked=marked)
    lines = [" ".join(cell.split()) for (cell,) in cells]
    return _kept(lines, cut=cut, notes=(*read.notes, *found.notes))


def _kept(lines: list[str], *, cut: bool = False, notes: tuple[Note, ...] = ()) -> Sentences:
    told = [line for line in lines if not is_blank(line)]
    return Sentences(
        sentences=tuple(told[:MOST_LINES]),
        blank=len(lines) - len(told),
        cut=cut or len(told) > MOST_LINES,
        notes=notes,
    )
