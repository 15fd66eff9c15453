"""Tables of JSON: objects, whose names are those of columns, or lists."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from bertviz_core.errors import N_
from bertviz_core.results import Note
from bertviz_core.settings import get_settings
from bertviz_core.training.data.class_lists import ClassRow, classes_note
from bertviz_core.training.data.json_rows import Missing, any_documents, json_cell
from bertviz_core.training.data.json_shapes import require_rows
from bertviz_core.training.data.separated import MOST_COLUMNS
from bertviz_core.training.data.text_table import (
    MOST_CELLS,
    TextTable,
    column_names,
    require_readable,
    table_of_rows,
)


def json_table(text: str, has_header: bool | None) -> TextTable:
    """Read the rows of a text.

    Raises:
        InputError: It is no JSON, holds no rows, or would fill the memory.
    """
    missing = Missing()
    documents = any_documents(text, missing)
    require_rows(documents)
    told = (_missing_note(missing.count),) if missing.count else ()
    if documents and isinstance(documents[0], ClassRow):
        told = (*told, classes_note())
    if not documents or isinstance(documents[0], list):
        rows = ([json_cell(value) for value in document] for document in documents)
        table = table_of_rows(rows, has_header)
        return replace(table, notes=(*told, *table.notes))
    most = get_settings().max_rows
    more, documents = len(documents) > most, documents[:most]
    columns = list(islice(dict.fromkeys(key for document in documents for key in document), MOST_COLUMNS))
    if len(documents) * len(columns) > MOST_CELLS:
        more, documents = True, documents[: MOST_CELLS // len(columns)]
    cells = [tuple(json_cell(document.get(key)) for key in columns) for document in documents]
    require_readable(cells)
    return TextTable(
        columns=column_names([json_cell(column) for column in columns]),
        rows=tuple(cells),
        has_header=True,
        more=more,
        notes=told,
    )


def _missing_note(count: int) -> Note:
    return Note(
        kind="missing",
        template=N_(
            "Values written as NaN, with which Python says that there is none, taken as empty: {count}."
        ),
        fields={"count": count},
        remedy=N_("If it is a word, write it in quotation marks."),
    )
