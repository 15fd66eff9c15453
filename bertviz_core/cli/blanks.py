"""The command that fills the blanks of a text, each alone or all together."""

from __future__ import annotations

import argparse

from bertviz_core.cli.inputs import Arguments, engine_without_heads, read_texts
from bertviz_core.cli.output import print_json, print_notice, print_table, tell_cut, tell_notes
from bertviz_core.documents import blanks_document, fillings_document
from bertviz_core.errors import InputError
from bertviz_core.results import JointFilling, JointFillings, MaskedWords


def add_blank_options(command: argparse.ArgumentParser) -> None:
    """Add the text and what is asked about its blanks."""
    command.add_argument("text", metavar="TEXT", help="a text with [MASK] or ___; - reads standard input")
    command.add_argument("--pair", default="", metavar="B", help="a second text; - reads standard input")
    command.add_argument(
        "--top-k", type=int, metavar="K", help="words a blank (10), or fillings with --joint (5)"
    )
    command.add_argument(
        "--candidate", action="append", default=[], metavar="WORD", help="score this word too; repeatable"
    )
    command.add_argument("--joint", action="store_true", help="fill all blanks together, from left to right")
    command.add_argument(
        "--beams", type=int, metavar="N", help="beginnings that --joint keeps after each blank (5)"
    )
    command.add_argument(
        "--literal",
        action="store_true",
        help="answer a blank at the end as it stands, where the model may expect a full stop and no word",
    )


def fill_blanks(arguments: Arguments) -> None:
    """Print the most probable words for every blank, or the most probable fillings of all of them.

    Raises:
        InputError: Options that do not go together, or what the engine refuses.
    """
    if arguments.beams is not None and not arguments.joint:
        raise InputError("--beams belongs to --joint. Give both, or neither.")
    if arguments.joint and arguments.candidate:
        raise InputError("--candidate scores words in each blank alone. Leave it out, or --joint.")
    text, pair = read_texts(arguments.text, arguments.pair)
    engine = engine_without_heads(arguments)
    top_k, beams = arguments.top_k, arguments.beams
    if arguments.joint:
        _print_together(
            engine.fill_jointly(
                text,
                beams=5 if beams is None else beams,
                top_k=5 if top_k is None else top_k,
                pair=pair,
                end_sentence=not arguments.literal,
            ),
            arguments,
        )
    else:
        top_k = 10 if top_k is None else top_k
        answer = engine.fill_mask(
            text,
            top_k,
            arguments.candidate or None,
            pair=pair,
            skip_unscorable=True,
            end_sentence=not arguments.literal,
        )
        _print_alone(answer, arguments)


def _print_alone(answer: MaskedWords, arguments: Arguments) -> None:
    tell_cut(answer.encoding)
    tell_notes(answer.notes)
    for word in dict.fromkeys(word for mask in answer.masks for word in map(str, mask.unscored)):
        print_notice(word)
    if arguments.json:
        document = blanks_document(answer, arguments.without_head)
        print_json(document, (*arguments.notes, *answer.notes))
        return
    for mask in answer.masks:
        print(f"Blank at position {mask.index}")
        print_table(
            ("rank", "word", "probability"), [(p.rank, p.token, p.probability) for p in mask.predictions]
        )
        rows = [(c.word, f"{c.probability:.3g}", " ".join(c.pieces), c.rank or "") for c in mask.candidates]
        rows += [(word.word, "-", "", "") for word in mask.unscored]
        if rows:
            print_table(("candidate", "probability", "pieces", "rank"), rows)


def _print_together(answer: JointFillings, arguments: Arguments) -> None:
    tell_cut(answer.encoding)
    tell_notes(answer.notes)
    if arguments.json:
        document = fillings_document(answer, arguments.without_head)
        print_json(document, (*arguments.notes, *answer.notes))
        return
    rows = [(rank, *_columns(filling)) for rank, filling in enumerate(answer.fillings, start=1)]
    print_table(("rank", "probability", "steps", "text"), [*rows, ("alone", *_columns(answer.alone))])


def _columns(filling: JointFilling) -> tuple[str, str, str]:
    steps = " * ".join(f"{probability:.3g}" for probability in filling.step_probabilities)
    written = filling.text if filling.pair is None else f"{filling.text} / {filling.pair}"
    return f"{filling.probability:.3g}", steps, written
