"""`python -m bertviz_core embed`: the vectors of a word in the sentences of a file."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from bertviz_core.analysis.texts.lines import text_lines
from bertviz_core.cli.inputs import Arguments, add_reading_options, file_content, named_engine
from bertviz_core.cli.output import print_json, print_notice, print_table, tell_notes
from bertviz_core.documents import embeddings_document
from bertviz_core.results import LAYER_STRATEGIES, STATIC, Note, Vectors
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.training.data.text_table import TextTable

_TABLES = ("csv", "tsv", "xlsx", "json", "jsonl", "ndjson")


def register(commands: Any) -> None:
    """Add the command to argparse's collection of subparsers."""
    summary = "compute the vectors of a word in many sentences"
    parser = commands.add_parser("embed", help=summary, description=f"{summary}.")
    parser.add_argument(
        "--model", default=get_settings().default_model, metavar="ID", help="mini, a folder, or a hub id"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--word", required=True, help="the word; every occurrence is found")
    parser.add_argument(
        "--layers",
        default="concat_last_4",
        help=f"a number (0 is the input embedding), {', '.join(LAYER_STRATEGIES)} or {STATIC}",
    )
    parser.add_argument("--match-case", action="store_true", help="banco is not Banco")
    parser.add_argument("--forms", metavar="LANGUAGE", help="find other forms too: es, en or pt")
    parser.add_argument("--text-column", metavar="NAME", help="of a table; found out when left out")
    add_reading_options(parser)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="sentences, one a line, or a table (CSV, TSV, XLSX, JSONL); - reads standard input",
    )
    parser.set_defaults(run=_embed)


def _embed(arguments: Arguments) -> None:
    sentences, notes = _sentences(arguments)
    tell_notes(notes)
    engine = named_engine(arguments)
    found = engine.embed_word(
        sentences,
        arguments.word,
        layers=_layers(arguments.layers),
        match_case=arguments.match_case,
        inflected=arguments.forms,
    )
    others = len(sentences) - len(set(found.sentence_index.tolist()))
    if others and (not arguments.json or sys.stderr.isatty()):
        print_notice(f"Sentences without the word within the model's length: {others}")
    if arguments.json:
        document = embeddings_document(found, match_case=arguments.match_case, forms=arguments.forms)
        print_json(document, (*arguments.notes, *notes))
        return
    rows = zip(found.sentence_index.tolist(), found.spans.tolist(), found.vectors, strict=True)
    print_table(
        ("start", "end", "norm", "sentence"),
        [(*span, float(np.linalg.norm(vector)), found.sentences[row]) for row, span, vector in rows],
    )


def _layers(written: str) -> Vectors:
    """Return what is written; the engine refuses what it does not know."""
    choice: Any = int(written) if re.fullmatch("[0-9]{1,4}", written) else written
    layers: Vectors = choice
    return layers


def _sentences(arguments: Arguments) -> tuple[list[str], tuple[Note, ...]]:
    """Return the lines of a file, or a column of a table, and what was decided while it was read."""
    from bertviz_core.training.data.headings import column_note
    from bertviz_core.training.data.tables import read_table
    from bertviz_core.training.data.tagged_texts import tagged_note, tagged_texts
    from bertviz_core.training.data.text_file import read_text
    from bertviz_core.training.data.unsaved_formulas import unsaved_notes

    content = file_content(arguments.file)
    if _is_table(arguments, content):
        table = read_table(
            content, arguments.file, encoding=arguments.encoding, separator=arguments.separator
        )
        column = _column(arguments, table)
        formulas = unsaved_notes(table.unsaved, (column,), table.columns, len(table.rows))
        notes = (*table.notes, *formulas)
        if len(table.columns) > 1 and arguments.text_column is None:
            notes = (*notes, column_note(table.columns[column]))
        return [row[column] for row in table.rows if row[column].strip()], notes
    read = read_text(content, encoding=arguments.encoding)
    if (texts := tagged_texts(read.text)) is not None:
        return [*texts], (*read.notes, tagged_note())
    return [line for line in text_lines(read.text) if line.strip()], read.notes


def _is_table(arguments: Arguments, content: bytes) -> bool:
    from bertviz_core.training.data.office_files import is_office_file

    named = arguments.separator is not None or arguments.text_column is not None
    ending = arguments.file.lower().rpartition(".")[2]
    return named or ending in _TABLES or is_office_file(content)


def _column(arguments: Arguments, table: TextTable) -> int:
    from bertviz_core.cli.learning_data import place_of_column
    from bertviz_core.training.data.headings import guess_columns

    if arguments.text_column is not None:
        return place_of_column(arguments.text_column, table.columns)
    return guess_columns(table.columns, table.rows, "sentence").text if len(table.columns) > 1 else 0
