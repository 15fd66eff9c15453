"""The command line: the engine's questions for scripts and terminals.

One document goes to standard output, messages to standard error. The exit status is 0, 2 when
something about the request has to change (text, option, model), and 1 when it failed otherwise.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from bertviz_core.cli import classify, embeddings, evaluation, fine_tuning, questions
from bertviz_core.cli.output import printable
from bertviz_core.errors import (
    BertScopeError,
    InputError,
    MissingHeadError,
    ModelNotFoundError,
    UnsafeModelError,
)
from bertviz_core.installation import VERSION

_REQUEST_HAS_TO_CHANGE = (InputError, MissingHeadError, ModelNotFoundError, UnsafeModelError)
_NO_SUCH_FILE = (FileNotFoundError, IsADirectoryError, NotADirectoryError)
# Commands that are imported only when called for; some bring torch with them. The module has
# `register(commands)`, which adds the command to argparse's collection of subparsers; every
# subparser sets `run`, which takes the parsed arguments.
_ROOMS = {
    "app": ("bertviz_core.cli.app", "serve the app in the browser, until Ctrl+C"),
    "engine-server": (
        "bertviz_core.cli.engine_server",
        "compute forward passes for copies of the app, until Ctrl+C",
    ),
    "lesson": (
        "bertviz_core.cli.lesson",
        "save a page that holds the bundled model and answers while one types, without a server",
    ),
    "pretrain": ("bertviz_core.training.pretraining.commands", "make the bundled model again"),
    "recurrent": (
        "bertviz_core.training.recurrent.commands",
        "make the small recurrent language model again",
    ),
    "word-vectors": ("bertviz_core.training.word_vectors.commands", "make the static word vectors again"),
    "worker": ("bertviz_core.cli.worker", "fine-tune the models that wait in the queue, until Ctrl+C"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; no error leaves as a traceback."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        _require_utf8(words)
        parsed = _parser(words[0] if words else "").parse_args(words)
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
        status = 2 if isinstance(error, _NO_SUCH_FILE) and error.filename else 1
        return _fail(f"{error.strerror}: {error.filename}" if error.filename else str(error), status)
    except Exception as error:
        return _fail(f"This failed: {type(error).__name__}: {error}", 1)
    return 0


def _open_what_is_closed() -> None:
    """Let what is printed go nowhere where somebody closed a stream (`>&-`), which Python has as None."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))


def _require_utf8(words: Sequence[str]) -> None:
    """Refuse arguments that are no text; names of files that are there may be of any bytes.

    Raises:
        InputError: There is one.
    """
    for number, word in enumerate(words, 1):
        if any("\udc80" <= letter <= "\udcff" for letter in word) and not os.path.lexists(word):
            raise InputError(
                "Argument {number}, “{word}”, is not UTF-8 text. Convert it first.", number=number, word=word
            )


def _fail(message: str, status: int) -> int:
    print(printable(message), file=sys.stderr)
    return status


def _own_name() -> str:
    """Return what people typed: the command of an installation, or the module."""
    return "bertscope" if Path(sys.argv[0]).stem == "bertscope" else "python -m bertviz_core"


def _parser(command: str) -> argparse.ArgumentParser:
    """Return the parser, complete for one command and with the names of all others."""
    parser = argparse.ArgumentParser(
        prog=_own_name(), description="See inside BERT models from the command line."
    )
    parser.add_argument("--version", action="version", version=f"BERT Scope {VERSION}")
    parser.set_defaults(notes=())  # what was decided about the model, for JSON
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    questions.register(commands)
    classify.register(commands)
    fine_tuning.register(commands)
    embeddings.register(commands)
    evaluation.register(commands)
    for name, (module, summary) in _ROOMS.items():
        if name == command:
            importlib.import_module(module).register(commands)
        else:
            commands.add_parser(name, help=summary)
    return parser
