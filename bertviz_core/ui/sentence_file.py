"""Sentences in a file of a visitor's: one a line, or in the first column of a table."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import dataclass

from bertviz_core.analysis.texts.input_text import is_blank
from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.results import Note
from bertviz_core.training.data.formulas import armed_again
from bertviz_core.training.data.tables import is_table, separated_table
from bertviz_core.training.data.text_file import ReadText, read_text

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
    """Return the sentences of a text file, or the first column of a table (`.csv`, `.tsv`).

    Every cell is text: `NA`, `null` and numbers stay as they are written. Encoding and separator are found
    out when they are left out.

    Raises:
        InputError: The file is no text, or encoding or separator are none.
    """
    read = read_text(data, encoding=encoding)
    if is_table(name):
        return _of_table(read, name, separator, marked=data.startswith(BOM_UTF8))
    cut = len(read.text) > MOST_CHARACTERS
    text = read.text[:MOST_CHARACTERS]
    if cut:  # the last line may have lost its end
        text = text[: max(text.rfind("\n"), text.rfind("\r"))] if re.search(r"[\r\n]", text) else text
    lines = [" ".join(line.split()) for line in text_lines(text.strip())]
    return _kept(lines, cut=cut, notes=read.notes)


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
