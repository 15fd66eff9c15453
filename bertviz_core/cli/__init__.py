"""The command line: the engine's questions for scripts and terminals.

One document goes to standard output, messages to standard error. The exit status is 0, 2 when
something about the request has to change (text, option, model), and 1 when it failed otherwise.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from types import ModuleType

from bertviz_core.cli import questions
from bertviz_core.cli.output import printable
from bertviz_core.errors import (
    BertScopeError,
    InputError,
    MissingHeadError,
    ModelNotFoundError,
    UnsafeModelError,
)

_REQUEST_HAS_TO_CHANGE = (InputError, MissingHeadError, ModelNotFoundError, UnsafeModelError)
# A room with commands of its own names them in a module with `register(commands)`, where `commands` is
# argparse's collection of subparsers; each sets `run`, which takes the parsed arguments.
_ROOMS_WITH_COMMANDS = ("bertviz_core.training.pretraining.commands",)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; no error leaves as a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parsed = _parser().parse_args(arguments)
    try:
        parsed.run(parsed)
        sys.stdout.flush()
    except _REQUEST_HAS_TO_CHANGE as error:
        return _fail(str(error), 2)
    except BertScopeError as error:
        return _fail(str(error), 1)
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _fail("Stopped.", 130)
    except OSError as error:
        return _fail(f"{error.strerror}: {error.filename}", 1)
    except Exception as error:
        return _fail(f"This failed: {type(error).__name__}: {error}", 1)
    return 0


def _fail(message: str, status: int) -> int:
    print(printable(message), file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bertviz_core", description="See inside BERT models from the command line."
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for room in (questions, *_rooms()):
        room.register(commands)
    return parser


def _rooms() -> Iterator[ModuleType]:
    """Import the rooms with commands; an installation may leave a whole room out."""
    for name in _ROOMS_WITH_COMMANDS:
        try:
            yield importlib.import_module(name)
        except ModuleNotFoundError as error:
            if not name.startswith(error.name or "?"):
                raise
