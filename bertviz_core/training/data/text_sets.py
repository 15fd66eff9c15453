"""From a table to a set of texts or pairs with their classes."""

from __future__ import annotations

from dataclasses import replace

from bertviz_core.errors import InputError
from bertviz_core.results import Note, PreparedData, Task, TextExample
from bertviz_core.training.data.headings import Columns
from bertviz_core.training.data.list_cells import require_single
from bertviz_core.training.data.missing_words import without_missing
from bertviz_core.training.data.nested_cells import require_no_objects
from bertviz_core.training.data.prepare import prepare_texts
from bertviz_core.training.data.tagged_texts import KIND as TAGGED
from bertviz_core.training.data.text_table import TextTable
from bertviz_core.training.data.unsaved_formulas import unsaved_notes


def with_notes(prepared: PreparedData, notes: tuple[Note, ...]) -> PreparedData:
    """Put what was decided about a file before what was decided about its content."""
    return replace(prepared, decisions=(*notes, *prepared.decisions))


def require_columns(table: TextTable, task: Task) -> None:
    """Refuse a table that has fewer columns than a task needs.

    Raises:
        InputError: With how many were found, or with where the file belongs.
    """
    if any(note.kind == TAGGED for note in table.notes):
        raise InputError(
            "This file holds words with their tags (CoNLL), not texts with a class each. To learn the tags, "
            "choose the task for tags (--task tagging)."
        )
    wanted = 3 if task == "pair" else 2
    if len(table.columns) < wanted:
        raise InputError(
            "{count} columns were found; this task needs {wanted}: text and label, for pairs two texts and a "
            "label. Check the separator, or save the table as CSV again.",
            count=len(table.columns),
            wanted=wanted,
        )


def text_data(
    table: TextTable, *, task: Task, columns: Columns, name: str, seed: int = 0, join_classes: bool = False
) -> PreparedData:
    """Prepare the rows of a table; what was noticed while it was read goes into the notes.

    Args:
        table: As it was read.
        task: `sentence` or `pair`.
        columns: Which of its columns hold what.
        name: Of the file.
        seed: Of the split.
        join_classes: Classes that differ only in how they are written are one.

    Raises:
        InputError: There are too few columns, one is chosen twice, there are too few rows or classes, or too
            many classes, also in one row.
    """
    require_columns(table, task)
    pair = columns.pair if task == "pair" else None
    if pair == columns.text or columns.label in (columns.text, pair):
        raise InputError(
            "The column “{column}” is chosen twice. Choose another one for the text or for the label.",
            column=table.columns[columns.label if columns.label in (columns.text, pair) else columns.text],
        )
    used = (columns.text, columns.label, *(() if pair is None else (pair,)))
    formulas = unsaved_notes(table.unsaved, used, table.columns, len(table.rows))
    require_single([row[columns.label].strip() for row in table.rows])
    require_no_objects(table.columns[columns.label], [row[columns.label].strip() for row in table.rows])
    for place in (columns.text, *(() if pair is None else (pair,))):
        require_no_objects(table.columns[place], [row[place].strip() for row in table.rows], share=0.5)
    rows = [
        TextExample(
            text=row[columns.text].strip(),
            pair=None if pair is None else row[pair].strip(),
            label=" ".join(row[columns.label].split()),
        )
        for row in table.rows
    ]
    read, missing = without_missing(rows)
    prepared = prepare_texts(read, task=task, name=name, seed=seed, join_classes=join_classes)
    notes = replace(
        prepared.notes, more=table.more, empty=table.empty, ragged=table.ragged, damaged=table.damaged
    )
    return with_notes(replace(prepared, notes=notes), (*table.notes, *formulas, *missing))
