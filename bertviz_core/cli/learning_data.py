"""The examples that a command learns from: a file, or a written set."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bertviz_core.cli.inputs import Arguments, add_reading_options
from bertviz_core.cli.output import print_notice, tell_notes
from bertviz_core.errors import N_, InputError
from bertviz_core.results import TASKS, Note, Task
from bertviz_core.settings import get_settings
from bertviz_core.training.tag_schemes import SCHEMES

if TYPE_CHECKING:
    from bertviz_core.results import DataNotes, PreparedData
    from bertviz_core.training.data.headings import Columns

_LEFT_OUT = {
    "blank": "Rows without a text or a label, left out",
    "duplicates": "Rows that repeat an earlier one, left out",
    "unanswerable": "Questions whose answer does not stand in the text, left out",
    "contradictions": "Texts that stand twice with different labels",
    "mended": "Answers that stood elsewhere than the file says",
}

_NOTICED = {
    "empty": "Empty rows, left out",
    "ragged": "Rows with more or fewer cells than the others, made even",
    "damaged": "Signs that cannot be read",
}


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Add what names the examples and says how they are parted."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help="CSV, TSV, XLSX or JSONL; CoNLL or CoNLL-U for tagging, SQuAD's JSON for questions",
    )
    source.add_argument("--sample", metavar="NAME", help="a written set, for instance spam")
    parser.add_argument("--task", choices=TASKS, help="sentence, or pair where a second text is named")
    parser.add_argument("--text-column", metavar="NAME", help="found out when left out")
    parser.add_argument("--pair-column", metavar="NAME", help="column of the second text")
    parser.add_argument("--label-column", metavar="NAME", help="found out when left out")
    add_reading_options(parser)
    parser.add_argument(
        "--tags",
        default="",
        metavar="upos|xpos|FEATURE|column",
        help="with --task tagging, which tags: of CoNLL-U a column or a feature by its name; the number of a "
        "column, or column for the last one; found out when left out",
    )
    parser.add_argument(
        "--scheme",
        choices=SCHEMES,
        default="",
        help="with --task tagging, how tags say where entities are; found out when left out",
    )
    parser.add_argument(
        "--join-classes",
        action="store_true",
        help="classes that differ only in case or in the writing of a number (true, True; 1, 1.0) are one",
    )
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="of the split and the learning (0)"
    )


def _seed(text: str) -> int:
    """Read a seed, as NumPy and torch both take it."""
    if not (text.isascii() and text.isdigit() and int(text) < 2**32):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 to {2**32 - 1}")
    return int(text)


def read_data(arguments: Arguments) -> PreparedData:
    """Read and part the examples, and tell on standard error what was decided and what was left out.

    Raises:
        InputError: They cannot be learned from, or a column is not there.
    """
    prepared = _sample(arguments) if arguments.sample else _file(arguments)
    tell_notes(prepared.decisions)
    _tell_notes(prepared.notes)
    return prepared


def _sample(arguments: Arguments) -> PreparedData:
    from bertviz_core.training.data.samples import sample_data

    return sample_data(arguments.sample, seed=arguments.seed)


def _file(arguments: Arguments) -> PreparedData:
    path: Path = arguments.data
    task: Task = arguments.task or ("pair" if arguments.pair_column else "sentence")
    if task != "tagging" and (arguments.tags or arguments.scheme):
        raise InputError(
            "--tags and --scheme are of tagged sentences. Add --task tagging, or leave them out."
        )
    content, options = path.read_bytes(), {"name": path.name, "seed": arguments.seed}
    if task == "tagging":
        from bertviz_core.training.data.tagged_sets import tagged_data
        from bertviz_core.training.data.text_file import read_text
        from bertviz_core.training.data.text_sets import with_notes
        from bertviz_core.training.tagged_sentences import read_tagged_file

        read = read_text(content, encoding=arguments.encoding)
        file = read_tagged_file(
            read.text,
            tags=arguments.tags,
            scheme=arguments.scheme,
            join_classes=arguments.join_classes,
        )
        return with_notes(tagged_data(file, **options), read.notes)
    if task == "question":
        from bertviz_core.training.data.questions import read_questions
        from bertviz_core.training.data.text_file import read_text
        from bertviz_core.training.data.text_sets import with_notes

        read = read_text(content, encoding=arguments.encoding)
        return with_notes(read_questions(read.text, **options), read.notes)
    return _table(arguments, content, task, options)


def _table(arguments: Arguments, content: bytes, task: Task, options: dict[str, object]) -> PreparedData:
    from dataclasses import replace

    from bertviz_core.training.data.headings import guess_columns
    from bertviz_core.training.data.tables import read_table
    from bertviz_core.training.data.text_sets import require_columns, text_data

    table = read_table(
        content, arguments.data.name, encoding=arguments.encoding, separator=arguments.separator
    )
    require_columns(table, task)
    columns = guess_columns(table.columns, table.rows, task)
    named = {
        part: place_of_column(name, table.columns)
        for part in ("text", "pair", "label")
        if (name := getattr(arguments, f"{part}_column")) is not None
    }
    columns = replace(columns, **named)
    if task == "pair" and columns.pair is None:
        raise InputError("There is no second text in this table. Name its column with --pair-column.")
    joined = arguments.join_classes
    prepared = text_data(table, task=task, columns=columns, join_classes=joined, **options)  # type: ignore[arg-type]
    if {"text", "label"} <= set(named):
        return prepared
    return replace(prepared, decisions=(*prepared.decisions, _columns_note(table.columns, columns, task)))


def _columns_note(names: tuple[str, ...], columns: Columns, task: Task) -> Note:
    fields = {"text": names[columns.text], "label": names[columns.label]}
    if task != "pair" or columns.pair is None:
        return Note(
            kind="columns",
            template=N_("The texts are those of the column “{text}”, the labels those of “{label}”."),
            fields=fields,
            option="--text-column NAME, --label-column NAME",
        )
    return Note(
        kind="columns",
        template=N_(
            "The texts are those of the columns “{text}” and “{pair}”, the labels those of “{label}”."
        ),
        fields={**fields, "pair": names[columns.pair]},
        option="--text-column NAME, --pair-column NAME, --label-column NAME",
    )


def place_of_column(name: str, columns: tuple[str, ...]) -> int:
    """Return the place of a column, by its name or else without regard to capitals."""
    lowered = [column.lower() for column in columns]
    if name in columns:
        return columns.index(name)
    if name.lower() in lowered:
        return lowered.index(name.lower())
    raise InputError(
        "There is no column “{name}”. The columns are: {columns}.", name=name, columns=", ".join(columns)
    )


def _tell_notes(notes: DataNotes) -> None:
    for name, meaning in _NOTICED.items():
        if count := getattr(notes, name):
            print_notice(f"{meaning}: {count}")
    if notes.more:
        setting = " (BERTSCOPE_MAX_ROWS)" if notes.rows >= get_settings().max_rows else ""
        print_notice(f"Only the first {notes.rows} rows are read{setting}; the others are left out")
    for name, meaning in _LEFT_OUT.items():
        if found := getattr(notes, name):
            print_notice(f"{meaning}: {len(found)}")
    if notes.shared:
        print_notice(
            f"Second texts that stand in more than one part, too common to be kept apart: {notes.shared}"
        )
    if notes.cut:
        print_notice(f"Rows beyond the most that are read, left out: {notes.cut}")
