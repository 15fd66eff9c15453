"""A file of texts to be asked about: a table, or a text a line."""

from __future__ import annotations

from collections.abc import Collection

from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.errors import InputError
from bertviz_core.label_forms import clean_label
from bertviz_core.settings import get_settings
from bertviz_core.training.data.other_forms import is_labelled
from bertviz_core.training.data.tables import read_table
from bertviz_core.training.data.tagged_texts import tagged_texts
from bertviz_core.training.data.text_file import read_text
from bertviz_core.training.data.text_table import TextTable

ENDINGS = ("csv", "tsv", "xlsx", "jsonl", "json", "txt", "conllu", "conll")
LARGEST_FILE = 20
"""Megabytes."""

_KNOWN_SHARE = 0.8
_LOOKED_AT = 200


def read_asked(
    data: bytes, name: str, *, encoding: str | None = None, separator: str | None = None
) -> TextTable:
    """Read a table, or the lines of a text file (`.txt`) where no separator is named; labels stand apart.

    Raises:
        InputError: The file is too large, no text, no table, or nothing is in it; or there is no such
            encoding or separator.
    """
    if len(data) > LARGEST_FILE * 1_000_000:
        raise InputError("The file has more than {most} megabytes. Ask in parts.", most=LARGEST_FILE)
    if separator or not name.lower().endswith(".txt"):
        return read_table(data, name, encoding=encoding, separator=separator)
    read = read_text(data, encoding=encoding)
    if is_labelled(read.text) or tagged_texts(read.text) is not None:
        return read_table(data, name, encoding=encoding)
    lines = [line for line in text_lines(read.text) if line.strip()]
    if not lines:
        raise InputError("There is no text in this file. Write one a line, or a table.")
    most = get_settings().max_rows
    return TextTable(
        columns=("1",),
        rows=tuple((line,) for line in lines[:most]),
        has_header=False,
        encoding=read.encoding,
        more=len(lines) > most,
        notes=read.notes,
    )


def longest_columns(table: TextTable) -> list[int]:
    """Return the places of the columns, the one with the longest texts first."""
    rows = table.rows[:_LOOKED_AT]
    letters = [sum(len(row[column]) for row in rows) for column in range(len(table.columns))]
    return sorted(range(len(table.columns)), key=lambda column: -letters[column])


def label_column(table: TextTable, labels: Collection[str]) -> int | None:
    """Return the place of the column whose cells mostly name classes of the model, if there is one."""
    rows, known = table.rows[:_LOOKED_AT], set(map(clean_label, labels))
    for column in range(len(table.columns)):
        if sum(clean_label(row[column]) in known for row in rows) >= _KNOWN_SHARE * len(rows):
            return column
    return None
