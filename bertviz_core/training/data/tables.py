"""Tables as people save them: CSV, TSV, Excel, JSON lines; every cell is text as it was written."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from dataclasses import replace

from bertviz_core.training.data.encoded_twice import mended_lines
from bertviz_core.training.data.escaped_rows import escaped_rows, without_escaped
from bertviz_core.training.data.excel import cut_note, excel_sheet
from bertviz_core.training.data.json_table import json_table
from bertviz_core.training.data.list_cells import without_lists
from bertviz_core.training.data.nested_cells import without_objects
from bertviz_core.training.data.office_files import is_office_file
from bertviz_core.training.data.other_forms import is_labelled, labelled_lines, require_no_page
from bertviz_core.training.data.rows_in_cells import cells_note, looks_like_a_table, text_in_cells
from bertviz_core.training.data.separated import Rows
from bertviz_core.training.data.separator_readings import SEPARATORS
from bertviz_core.training.data.separators import (
    FoundSeparator,
    checked_separator,
    find_separator,
    has_evident_columns,
    named_separator,
    parts_cells,
    told_separator,
)
from bertviz_core.training.data.tagged_texts import tagged_note, tagged_texts
from bertviz_core.training.data.text_file import UNREADABLE, read_text
from bertviz_core.training.data.text_table import (
    TextTable,
    column_names,
    table_of_rows,
)
from bertviz_core.training.data.unsaved_formulas import require_a_saved_column

_JSON_BEGINS = re.compile(r"\s*(\{\s*\"|\[\s*[\[{])")
JSON_ENDINGS = (".jsonl", ".ndjson", ".json")


def is_table(name: str) -> bool:
    """Tell by its name whether a file of text is a table."""
    return name.lower().endswith((".csv", ".tsv"))


def read_table(
    data: bytes,
    name: str,
    *,
    has_header: bool | None = None,
    encoding: str | None = None,
    separator: str | None = None,
) -> TextTable:
    """Read a file; what is left out is found out, and told in the notes.

    Args:
        data: What is in it.
        name: Its ending says what kind of file it is; an Excel file is known by its content.
        has_header: The first row holds names.
        encoding: Of a file of text, by a name that Python knows.
        separator: The sign that parts cells, or its name (`tab`).

    Raises:
        InputError: It is no table, there is nothing in it, or encoding or separator are none.
    """
    ending = name.lower().rpartition(".")[2]
    if is_office_file(data):
        table = _excel_table(data, has_header)
        return _plain(table if encoding else _mended(table), typed=False)
    read = read_text(data, encoding=encoding)
    require_no_page(read.text)
    is_json = not separator and (name.lower().endswith(JSON_ENDINGS) or _begins_json(read.text))
    if is_json:
        table = json_table(read.text, has_header)
    elif not separator and is_labelled(read.text):
        table = labelled_lines(read.text)
    elif not separator and (texts := tagged_texts(read.text)) is not None:
        rows = table_of_rows(([line] for line in texts), False)
        table = replace(rows, columns=("text",), notes=(tagged_note(),))
    else:
        marked = data.startswith(BOM_UTF8)
        table = _separated_table(read.text, ending, has_header, separator, marked=marked)
    table = _plain(_mended(table) if is_json and not encoding else table, typed=is_json)
    return replace(
        table,
        encoding=read.encoding,
        damaged=read.text.count(UNREADABLE),
        notes=(*read.notes, *table.notes),
    )


def separated_table(text: str, ending: str, separator: str | None = None) -> tuple[Rows, FoundSeparator]:
    """Return the rows of a text, and how their cells are parted.

    Args:
        text: What is in the file.
        ending: Of its name; `tsv` says that the sign is a tab.
        separator: Named by somebody; found out when left out.
    """
    named, written = named_separator(text)
    text = without_escaped(written)
    if separator:
        found = told_separator(text, checked_separator(separator))
    elif named:
        found = told_separator(text, named)
    elif ending == "tsv" and (parts_cells(text, "\t") or not _has_other_columns(text)):
        found = told_separator(text, "\t")
    else:
        found = find_separator(text)
    rows, notes = escaped_rows(written, found.sign, found.quotation)
    return rows, replace(found, notes=(*found.notes, *notes))


def _has_other_columns(text: str) -> bool:
    """Tell whether another sign than a tab evidently parts cells, whatever the name of the file says."""
    return any(has_evident_columns(text, sign) for sign in SEPARATORS if sign != "\t")


def _separated_table(
    text: str, ending: str, has_header: bool | None, separator: str | None, *, marked: bool
) -> TextTable:
    rows, found = separated_table(text, ending, separator)
    table = table_of_rows(rows, has_header, separator=found.sign, marked=marked)
    if len(table.columns) == 1 and not separator:
        inner = text_in_cells(text, separated_table(text, ending)[0])
        if inner and looks_like_a_table(separated_table(inner, "")[0]):
            read = _separated_table(inner, "", has_header, None, marked=marked)
            return replace(read, notes=(cells_note(), *read.notes))
    return replace(table, separator=found.sign, notes=(*found.notes, *table.notes))


def _excel_table(data: bytes, has_header: bool | None) -> TextTable:
    sheet = excel_sheet(data)
    table = table_of_rows(sheet.rows, has_header, trimmed=True)
    require_a_saved_column(table.unsaved, len(table.columns), len(table.rows))
    notes = (*sheet.notes, *sheet.merged.notes, *table.notes)
    if sheet.more and not table.more:
        notes = (*notes, cut_note(len(table.rows)))
    return replace(table, notes=notes)


def _plain(table: TextTable, *, typed: bool) -> TextTable:
    """Read cells that hold objects or lists as what is in them."""
    return without_lists(without_objects(table, typed=typed), typed=typed)


def _mended(table: TextTable) -> TextTable:
    """Put cells right that were encoded twice, in files whose signs are not those of their lines."""
    width = len(table.columns)
    cells = [*table.columns, *(cell for row in table.rows for cell in row)]
    notes = mended_lines(cells)
    if not notes:
        return table
    return replace(
        table,
        columns=column_names(cells[:width]),
        rows=tuple(tuple(cells[place : place + width]) for place in range(width, len(cells), width)),
        notes=(*table.notes, *notes),
    )


def _begins_json(text: str) -> bool:
    """Tell whether a text under another name is JSON."""
    return _JSON_BEGINS.match(text) is not None
