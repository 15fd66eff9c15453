"""Sentences in a file of a visitor's: one a line, or in the first column of a table."""

from __future__ import annotations

import codecs
import csv
from dataclasses import dataclass

from bertviz_core.errors import InputError

MOST_CHARACTERS, MOST_LINES = 200_000, 200
SEPARATORS = "\t;,"

# A file of one long line is one field.
csv.field_size_limit(max(csv.field_size_limit(), MOST_CHARACTERS))

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """What was read, without lines in which there is nothing."""

    sentences: tuple[str, ...]
    blank: int = 0
    """Lines left out because they are empty."""
    cut: bool = False
    """There was more than is read."""


def sentences_of_text(text: str) -> Sentences:
    """Return the lines of a text, at most `MOST_LINES`."""
    return _kept([" ".join(line.split()) for line in text.strip().splitlines()])


def sentences_of_file(data: bytes, name: str) -> Sentences:
    """Return the sentences of a text file, or the first column of a table (`.csv`, `.tsv`).

    Every cell is text: `NA`, `null` and numbers stay as they are written.

    Raises:
        InputError: The file is no text, or no table.
    """
    text = _decoded(data)
    cut = len(text) > MOST_CHARACTERS
    if cut:  # the last line may have lost its end
        text = text[:MOST_CHARACTERS].rpartition("\n")[0] or text[:MOST_CHARACTERS]
    if not name.lower().endswith((".csv", ".tsv")):
        return _kept([" ".join(line.split()) for line in text.strip().splitlines()], cut=cut)
    try:
        rows = list(csv.reader(text.strip("\r\n").splitlines(keepends=True), delimiter=_separator(text)))
    except csv.Error as error:
        raise InputError("This table cannot be read. Save it as CSV again, or use a .txt file.") from error
    return _kept([" ".join(row[0].split()) if row else "" for row in rows], cut=cut)


def _kept(lines: list[str], *, cut: bool = False) -> Sentences:
    told = [line for line in lines if line]
    return Sentences(
        sentences=tuple(told[:MOST_LINES]), blank=len(lines) - len(told), cut=cut or len(told) > MOST_LINES
    )


def _decoded(data: bytes) -> str:
    """Find out the encoding: a mark at the beginning, UTF-16 without one, UTF-8, or that of Windows."""
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    if marked is None and b"\0" in data[:200]:
        marked = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    for encoding in (marked,) if marked else ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not any(letter < " " and letter not in "\t\n\r\f\v\x1c\x1d\x1e" for letter in text):
            return text
    raise InputError("This file is not text. Choose a .txt or .csv file with a sentence a line.")


def _separator(text: str) -> str:
    """Return the sign that parts every line into the same number of cells; a comma is often just a comma."""
    lines = [line for line in text.splitlines() if line.strip()][:50]
    for sign in SEPARATORS:
        if sign == "," and all(line.count(", ") == line.count(",") for line in lines):
            continue  # commas of sentences
        cells = {len(row) for row in csv.reader(lines, delimiter=sign)}
        if len(cells) == 1 and cells.pop() > 1:
            return sign
    return SEPARATORS[0]
