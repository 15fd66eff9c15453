"""What a command is given: the model it names, the heads it goes without, and its texts."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from bertviz_core.errors import InputError

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

Arguments = argparse.Namespace


def named_engine(arguments: Arguments) -> BertEngine:
    """Load the model, which is where torch comes in; a download shows its progress on a terminal."""
    from bertviz_core.engine import load_engine

    def show(done: int, total: int) -> None:
        print(f"\r{arguments.model}: {done / 1e6:.0f} of {total / 1e6:.0f} MB", end="", file=sys.stderr)
        if done >= total:
            print(file=sys.stderr)

    return load_engine(arguments.model, on_progress=show if sys.stderr.isatty() else None)


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


def heads_off(arguments: Arguments) -> dict[str, list[str]]:
    """Return what a JSON document says of the heads that the command goes without; nothing of none."""
    return {"without_heads": arguments.without_head} if arguments.without_head else {}


def read_texts(*texts: str) -> list[str]:
    """Replace the one `-` by what standard input holds."""
    if texts.count("-") > 1:
        raise InputError("Only one text can come from standard input.")
    return [_standard_input() if text == "-" else text for text in texts]


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError("Standard input is not UTF-8 text. Convert it first.") from error
