"""Text files and tables as people save them: encoding and separator are found out."""

from __future__ import annotations

import codecs
import csv

from bertviz_core.errors import InputError

SEPARATORS = "\t;,"

LARGEST_TEXT_FILE = 10
"""In megabytes; the server takes larger files for the sake of models."""

LONGEST_CELL = 1_000_000

UNREADABLE = "\ufffd"
"""Stands for a sign that is not in the encoding."""

# A file of one long line is one field.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))

_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def is_table(name: str) -> bool:
    """Tell by its name whether a file is a table."""
    return name.lower().endswith((".csv", ".tsv"))


def table_rows(text: str) -> list[list[str]]:
    """Return the rows of a table; every cell is text: `NA`, `null` and numbers stay as they are written.

    Raises:
        InputError: It is no table.
    """
    lines = text.strip("\r\n").splitlines(keepends=True)
    try:
        return list(csv.reader(lines, delimiter=_separator(text)))
    except csv.Error as error:
        raise InputError("This table cannot be read. Save it as CSV again, or use a .txt file.") from error


def decoded(data: bytes) -> str:
    """Return a file as text.

    Raises:
        InputError: It is no text.
    """
    return decoded_as(data)[0]


def decoded_as(data: bytes) -> tuple[str, str]:
    """Find out the encoding: a mark at the beginning, UTF-16 without one, UTF-8, or that of Windows.

    In a text that is UTF-8 but for some signs these become `UNREADABLE`.

    Returns:
        The text, and the name of the encoding.

    Raises:
        InputError: It is no text.
    """
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    if marked is None and b"\0" in data[:200]:
        marked = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    for encoding in (marked,) if marked else ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            if encoding != "utf-8" or not _is_mostly_utf_8(data):
                continue
            text = data.decode(encoding, "replace")
        if not any(letter < " " and letter not in "\t\n\r\f\v\x1c\x1d\x1e" for letter in text):
            return text, encoding
    raise InputError("This file is not text. Choose a .txt or .csv file with a sentence a line.")


def readable(text: str) -> str:
    """Replace halves of signs, which JSON can hold and no encoding writes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _is_mostly_utf_8(data: bytes) -> bool:
    """Tell whether most letters beyond ASCII are right as UTF-8, which by chance they hardly ever are."""
    text = data.decode("utf-8", "replace")
    wrong = text.count(UNREADABLE)
    return sum(letter > "\x7f" for letter in text) - wrong > 2 * wrong


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
