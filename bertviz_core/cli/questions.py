"""The commands that put a question to the engine, one function each."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

from bertviz_core.cli.blanks import add_blank_options, fill_blanks
from bertviz_core.cli.inputs import Arguments, engine_without_heads, named_engine, read_texts
from bertviz_core.cli.output import print_json, print_notice, print_table, tell_cut, tell_notes
from bertviz_core.documents import (
    attention_document,
    heads_document,
    model_document,
    models_document,
    next_sentence_document,
    ranking_document,
    surprise_document,
    tokens_document,
)
from bertviz_core.models.catalogue import list_models
from bertviz_core.settings import get_settings


def register(commands: Any) -> None:
    """Add the questions to argparse's collection of subparsers."""
    tokens = _add(commands, "tokens", _tokens, "show how a model reads a text")
    _add_text(tokens)
    attention = _add(commands, "attention", _attention, "compute the attention of every head")
    _add_text(attention)
    attention.add_argument(
        "--output", metavar="FILE.npz", help="write the weights [layers, heads, query, key]"
    )
    _add_text(
        _add(commands, "heads", _heads, "state what every head mostly does, layers and heads counted from 0")
    )
    fill_mask = _add(commands, "fill-mask", fill_blanks, "rank words for every blank of a text")
    add_blank_options(fill_mask)
    next_sentence = _add(commands, "next-sentence", _next_sentence, "does B follow A?")
    next_sentence.add_argument("first", metavar="A", help="first sentence; - reads standard input")
    next_sentence.add_argument(
        "second", nargs="+", metavar="B", help="second sentence, or several to rank; - reads standard input"
    )
    surprise = _add(commands, "surprise", _surprise, "score how probable every token is when it is hidden")
    _add_text(surprise)
    surprise.add_argument(
        "--within-words",
        default="original",
        metavar="WAY",
        help="original, or left_to_right: hide the later pieces of the same word too",
    )
    for command in (fill_mask, next_sentence):
        command.add_argument(
            "--without-head",
            action="append",
            default=[],
            metavar="LAYER.HEAD",
            help="switch this head off, both counted from 0; repeatable",
        )
    models = _add(commands, "models", _models, "list the models on offer, or describe one")
    models.set_defaults(model=None)


def _add(commands: Any, name: str, run: Callable[[Arguments], None], summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=f"{summary}.")
    parser.add_argument(
        "--model", default=get_settings().default_model, metavar="ID", help="mini, a folder, or a hub id"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)
    return parser


def _add_text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", help="the text; - reads standard input")
    parser.add_argument("--pair", default="", metavar="B", help="a second text; - reads standard input")


def _tokens(arguments: Arguments) -> None:
    text, pair = read_texts(arguments.text, arguments.pair)
    encoding = named_engine(arguments).encode(text, pair)
    tell_cut(encoding)
    if arguments.json:
        print_json(tokens_document(arguments.model, encoding), arguments.notes)
        return
    columns = (encoding.positions, encoding.tokens, encoding.surfaces, encoding.ids, encoding.segment_ids)
    marks = np.select([encoding.special, encoding.unknown], ["special", "unknown"], "")
    print_table(("position", "token", "text", "id", "segment", ""), list(zip(*columns, marks, strict=True)))


def _attention(arguments: Arguments) -> None:
    text, pair = read_texts(arguments.text, arguments.pair)
    maps = named_engine(arguments).attention(text, pair)
    tell_cut(maps.encoding)
    if arguments.output:
        with open(arguments.output, "wb") as file:
            np.savez_compressed(file, weights=maps.weights)
        print_notice(f"Weights written to {arguments.output}")
    layers, heads = maps.weights.shape[:2]
    if arguments.json:
        print_json(attention_document(maps), arguments.notes)
        return
    received = maps.weights.mean(axis=(0, 1, 2))
    print_table(
        ("position", "token", f"mean attention received ({layers} layers x {heads} heads)"),
        [(n, token, float(received[n])) for n, token in enumerate(maps.encoding.tokens)],
    )


def _heads(arguments: Arguments) -> None:
    text, pair = read_texts(arguments.text, arguments.pair)
    statistics = named_engine(arguments).head_statistics(text, pair)
    tell_cut(statistics.encoding)
    if arguments.json:
        print_json(heads_document(statistics), arguments.notes)
        return
    rows = statistics.by_head()
    print_table(list(rows[0]), [list(row.values()) for row in rows])


def _next_sentence(arguments: Arguments) -> None:
    first, *candidates = read_texts(arguments.first, *arguments.second)
    if len(candidates) > 1:
        _next_sentences(arguments, first, candidates)
        return
    answer = engine_without_heads(arguments).next_sentence(first, candidates[0])
    if arguments.json:
        print_json(next_sentence_document(answer, arguments.without_head), arguments.notes)
        return
    print_table(("answer", "probability"), [("is next", answer.is_next), ("not next", answer.not_next)])


def _next_sentences(arguments: Arguments, first: str, candidates: list[str]) -> None:
    """Rank several second sentences, equally probable ones as they were given."""
    engine = engine_without_heads(arguments)
    answers = engine.next_sentences([(first, second) for second in candidates]).tolist()
    ranked = sorted(zip(candidates, answers, strict=True), key=lambda row: -row[1])
    if arguments.json:
        document = ranking_document(engine.info.id, first, ranked, arguments.without_head)
        print_json(document, arguments.notes)
        return
    print_table(("second", "is next"), ranked)


def _surprise(arguments: Arguments) -> None:
    text, pair = read_texts(arguments.text, arguments.pair)
    answer = named_engine(arguments).pseudo_log_likelihood(text, pair, within_words=arguments.within_words)
    sums = {"total": answer.total, "per_token": answer.per_token, "perplexity": answer.perplexity}
    rows = answer.by_token()
    tell_notes(answer.notes)
    if arguments.json:
        print_json(surprise_document(answer), (*arguments.notes, *answer.notes))
        return
    unknown = [(row["token"], row["position"], "-", "-") for row in answer.unscored()]
    lines = sorted([*(tuple(row.values()) for row in rows), *unknown], key=lambda line: int(line[1]))
    print_table(list(rows[0]), lines)
    print_table(("", ""), [*sums.items(), ("within words", answer.within_words)])


def _models(arguments: Arguments) -> None:
    if arguments.model:
        info = named_engine(arguments).info
        facts = model_document(info)  # its notes are told already, and in JSON as in every other document
        print_json(facts, arguments.notes) if arguments.json else print_table(("", ""), list(facts.items()))
        return
    models = list_models()
    if arguments.json:
        print_json(models_document(models))
        return
    rows = [(model.id, model.family, " ".join(model.languages), model.note) for model in models]
    print_table(("id", "family", "languages", ""), rows)
