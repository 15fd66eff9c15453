"""`python -m bertviz_core embed`: the vectors of a word in the sentences of a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from bertviz_core.cli.inputs import Arguments, named_engine, read_texts
from bertviz_core.cli.output import print_json, print_notice, print_table
from bertviz_core.errors import InputError
from bertviz_core.results import LAYER_STRATEGIES, STATIC, Vectors
from bertviz_core.settings import get_settings


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
    parser.add_argument(
        "file", metavar="FILE", help="sentences, one a line, in UTF-8; - reads standard input"
    )
    parser.set_defaults(run=_embed)


def _embed(arguments: Arguments) -> None:
    sentences = [line for line in _text(arguments.file).splitlines() if line.strip()]
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
    rows = list(zip(found.sentence_index.tolist(), found.spans.tolist(), found.vectors, strict=True))
    if arguments.json:
        occurrences = [
            {"sentence": found.sentences[row], "start": start, "end": end, "vector": vector.tolist()}
            for row, (start, end), vector in rows
        ]
        print_json(
            {
                "model": found.model,
                "word": found.word,
                "layers": found.layers,
                "match_case": arguments.match_case,
                "forms": arguments.forms,
                "dimension": found.vectors.shape[1],
                "occurrences": occurrences,
            }
        )
        return
    print_table(
        ("start", "end", "norm", "sentence"),
        [(*span, float(np.linalg.norm(vector)), found.sentences[row]) for row, span, vector in rows],
    )


def _layers(written: str) -> Vectors:
    """Return what is written; the engine refuses what it does not know."""
    choice: Any = int(written) if re.fullmatch("[0-9]{1,4}", written) else written
    layers: Vectors = choice
    return layers


def _text(name: str) -> str:
    if name == "-":
        return read_texts("-")[0]
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("“{name}” is not UTF-8 text. Convert it first.", name=name) from error
