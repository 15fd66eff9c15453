"""What a command is given: the model it names, the heads it goes without, and its texts."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bertviz_core.cli.output import tell_notes
from bertviz_core.errors import InputError

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

Arguments = argparse.Namespace


def named_engine(arguments: Arguments) -> BertEngine:
    """Load the model, which is where torch comes in; a download shows its progress on a terminal.

    What was decided about it is told, and kept as `notes` of the arguments for JSON.
    """
    from bertviz_core.engine import load_engine

    def show(done: int, total: int) -> None:
        print(f"\r{arguments.model}: {done / 1e6:.0f} of {total / 1e6:.0f} MB", end="", file=sys.stderr)
        if done >= total:
            print(file=sys.stderr)

    engine = load_engine(arguments.model, on_progress=show if sys.stderr.isatty() else None)
    keep_notes(arguments, engine)
    return engine


def keep_notes(arguments: Arguments, engine: BertEngine) -> None:
    """Say once what was decided about a model, and keep it as `notes` of the arguments."""
    if arguments.notes != engine.info.notes:
        tell_notes(engine.info.notes)
        arguments.notes = engine.info.notes


def engine_without_heads(arguments: Arguments) -> BertEngine:
    """Load the model and switch off the heads that the command names."""
    heads = []
    for written in arguments.without_head:
        if not re.fullmatch(r"[0-9]{1,4}\.[0-9]{1,4}", written):
            raise InputError(
                "Write a head as LAYER.HEAD, for instance 0.3, not “{written}”.", written=written
            )
        layer, head = map(int, written.split("."))
        heads.append((layer, head))
    return named_engine(arguments).without_heads(heads)


def add_reading_options(parser: argparse.ArgumentParser) -> None:
    """Add what says how a file is to be read, where it is not found out rightly."""
    parser.add_argument(
        "--encoding", metavar="NAME", help="of the file, for instance cp1252; found out when left out"
    )
    parser.add_argument(
        "--separator",
        metavar="SIGN",
        help="that parts the cells of a table, or tab; found out when left out",
    )


def file_content(name: str) -> bytes:
    """Return what is in a file, or what standard input holds for `-`."""
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def read_texts(*texts: str) -> list[str]:
    """Replace the one `-` by what standard input holds."""
    if texts.count("-") > 1:
        raise InputError("Only one text can come from standard input.")
    return [_standard_input() if text == "-" else text for text in texts]


def _standard_input() -> str:
    """Return the text that standard input holds, and say its encoding where that is not plain."""
    from bertviz_core.training.data.text_file import read_text

    read = read_text(sys.stdin.buffer.read())
    tell_notes(read.notes)
    return read.text.rstrip("\r\n")
