"""`python -m bertviz_core classify`: what a fine-tuned model says about a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bertviz_core.cli.inputs import Arguments, keep_notes, named_engine, read_texts
from bertviz_core.cli.output import print_json, print_notice, print_table, tell_cut
from bertviz_core.documents import TAG_FIELDS, classes_document, tag_rows, tags_document
from bertviz_core.errors import InputError
from bertviz_core.models.own_files import FEATURES_FILE
from bertviz_core.results import Encoding, TextExample

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine


def register(commands: Any) -> None:
    """Add the command to argparse's collection of subparsers."""
    summary = "ask a fine-tuned model for the class of a text, the tags of its words, or an answer"
    parser = commands.add_parser("classify", help=summary, description=f"{summary}.")
    parser.add_argument(
        "--model", required=True, metavar="DIR", help="a fine-tuned model: a folder, run:ID, or a hub id"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("text", metavar="TEXT", help="the text, or the question; - reads standard input")
    parser.add_argument("--pair", default="", metavar="B", help="a second text; - reads standard input")
    parser.add_argument(
        "--context", default="", metavar="C", help="the text with the answer; - reads standard input"
    )
    parser.add_argument("--top-k", type=int, default=3, metavar="K", help="answers to a question (3)")
    parser.set_defaults(run=_classify)


def _classify(arguments: Arguments) -> None:
    text, pair, context = read_texts(arguments.text, arguments.pair, arguments.context)
    if (Path(arguments.model) / FEATURES_FILE).is_file():
        if context:
            raise InputError("--context belongs to a model that answers questions. Leave it out.")
        _classify_by_features(arguments, text, pair)
        return
    engine = named_engine(arguments)
    task = engine.task.task if engine.task else ""
    if context and task not in ("", "question"):
        raise InputError("--context belongs to a model that answers questions. Leave it out.")
    if pair and task in ("tagging", "question"):
        raise InputError("--pair belongs to a model that tells classes of texts. Leave it out.")
    if task == "question":
        _print_answers(engine, arguments, text, context)
    elif task == "tagging":
        _print_tags(engine, arguments, text)
    else:
        _print_class(engine, arguments, text, pair)


def _print_class(engine: BertEngine, arguments: Arguments, text: str, pair: str) -> None:
    answer = engine.classify(text, pair or None)
    tell_cut(answer.encoding)
    probabilities = dict(zip(answer.labels, answer.probabilities.tolist(), strict=True))
    _print_probabilities(arguments, answer.model, answer.encoding, probabilities)


def _classify_by_features(arguments: Arguments, text: str, pair: str) -> None:
    """Ask a classifier on a frozen model, which is another kind of folder."""
    from bertviz_core.engine import load_engine
    from bertviz_core.training.saved_features import load_features

    saved = load_features(Path(arguments.model))
    if saved.task == "pair" and not pair.strip():
        raise InputError("This model compares two texts. Write the second one too.")
    engine = load_engine(saved.base)
    keep_notes(arguments, engine)
    encoding = engine.encode(text, pair if saved.task == "pair" else None)
    tell_cut(encoding)
    example = TextExample(text=encoding.text, label="", pair=encoding.pair)
    found = saved.probabilities(engine, [example])[0].tolist()
    _print_probabilities(arguments, arguments.model, encoding, dict(zip(saved.labels, found, strict=True)))


def _print_probabilities(
    arguments: Arguments, model: str, encoding: Encoding, probabilities: Mapping[str, float]
) -> None:
    ranked = sorted(probabilities.items(), key=lambda item: -item[1])
    if not arguments.json:
        print_table(("class", "probability"), ranked)
        return
    print_json(classes_document(model, encoding, probabilities), arguments.notes)


def _print_tags(engine: BertEngine, arguments: Arguments, text: str) -> None:
    answer = engine.tag(text)
    tell_cut(answer.encoding)
    if not arguments.json:
        print_table(TAG_FIELDS, tag_rows(answer))
        return
    print_json(tags_document(answer), arguments.notes)


def _print_answers(engine: BertEngine, arguments: Arguments, question: str, context: str) -> None:
    if not context.strip():
        raise InputError("This model answers questions about a text. Give the text with --context.")
    answer = engine.answer(question, context, top_k=arguments.top_k)
    if answer.windows > 1:
        print_notice(f"The text was read in {answer.windows} parts that overlap.")
    if arguments.json:
        print_json(asdict(answer), arguments.notes)
        return
    rows = [(span.text, span.probability, span.start, span.end) for span in answer.answers]
    print_table(("answer", "probability", "start", "end"), rows)
