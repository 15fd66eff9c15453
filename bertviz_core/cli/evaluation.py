"""`python -m bertviz_core evaluate`: what a model can do, measured on written sets and held-out text."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bertviz_core.cli.inputs import Arguments, named_engine
from bertviz_core.cli.output import print_json, print_notice, print_table
from bertviz_core.errors import InputError
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.results import Evaluation

_PARAGRAPHS = 640


def register(commands: Any) -> None:
    """Add the command to argparse's collection of subparsers."""
    summary = "measure what a model can do"
    parser = commands.add_parser("evaluate", help=summary, description=f"{summary}.")
    parser.add_argument(
        "--model", default=get_settings().default_model, metavar="ID", help="mini, a folder, or a hub id"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--heldout",
        nargs="+",
        type=Path,
        default=[],
        metavar="FILE",
        help="text the model was not trained on: a paragraph a line, a blank line between documents",
    )
    parser.add_argument(
        "--paragraphs", type=int, default=_PARAGRAPHS, metavar="N", help=f"read of each file ({_PARAGRAPHS})"
    )
    parser.set_defaults(run=_evaluate)


def _evaluate(arguments: Arguments) -> None:
    from bertviz_core.evaluation.document import evaluation_document, notes
    from bertviz_core.evaluation.held_out_text import read_held_out
    from bertviz_core.evaluation.measure import measure

    if arguments.paragraphs < 1:
        raise InputError("The number of paragraphs must be 1 or more.")

    def show(done: int, total: int) -> None:
        if done == total or done % 20 == 0:
            print(f"\r{done} of {total} texts", end="\n" if done == total else "", file=sys.stderr)

    texts = [read_held_out(path) for path in arguments.heldout]  # told before a model is fetched and asked
    named_engine(arguments)  # fetched, its libraries imported, and freed: two may not fit in memory
    start = time.perf_counter()
    engine = named_engine(arguments)
    evaluation = measure(
        engine,
        texts,
        paragraphs=arguments.paragraphs,
        loading_s=time.perf_counter() - start,
        on_progress=show if sys.stderr.isatty() else lambda done, total: None,
    )
    for note in notes(evaluation):
        print_notice(note)
    if arguments.json:
        print_json(evaluation_document(evaluation), arguments.notes)
    else:
        _print_tables(evaluation, evaluation_document(evaluation))


def _print_tables(evaluation: Evaluation, document: dict[str, Any]) -> None:
    """Print one table a question, each under its name."""
    if cloze := document["cloze"]:
        rows = [(name, *shares.values()) for name, shares in cloze["top"].items()]
        _table("Blanks: share with an accepted word among the first", ("", "1", "5", "10"), rows)
    if pairs := document["next_sentence"]:
        rows = [(name, share, pairs["confidence"][name]) for name, share in pairs["accuracy"].items()]
        _table("Next sentence", ("", "accuracy", "mean confidence"), rows)
    senses = [
        (
            word.language,
            word.word,
            len(word.senses),
            word.accuracy[0],
            word.accuracy[word.best_layer],
            word.best_layer,
            word.accuracy_last_four,
            max(word.silhouette),
        )
        for word in evaluation.senses
    ]
    _table(
        "Word senses: accuracy of the nearest neighbour",
        ("", "word", "senses", "input", "best layer", "which", "last four", "best silhouette"),
        senses,
    )
    classes = [
        (s.data, s.language, s.texts, s.majority, s.cls, *s.cls_range, s.mean, *s.mean_range)
        for s in evaluation.classes
    ]
    _table(
        "Classification: accuracy of logistic regression, each with its 95 % interval",
        ("data", "", "texts", "majority", "[CLS]", "from", "to", "mean", "from", "to"),
        classes,
    )
    if evaluation.held_out:
        held_out = [
            (
                s.file,
                s.accuracy,
                s.perplexity,
                s.word_accuracy,
                "" if s.split_word_accuracy is None else s.split_word_accuracy,
                "" if s.next_sentence is None else s.next_sentence,
            )
            for s in evaluation.held_out
        ]
        _table(
            "Held-out text",
            ("file", "tokens", "perplexity", "words", "words of several pieces", "next sentence"),
            held_out,
        )
    if speed := evaluation.speed:
        loading = "" if speed.loading_s is None else speed.loading_s
        rows = [(loading, speed.tokens, speed.sentence_ms, speed.threads)]
        _table("Speed", ("loading (s)", "tokens", "sentence (ms)", "threads"), rows)


def _table(title: str, headings: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    print(f"\n{title}")
    print_table(headings, rows)
