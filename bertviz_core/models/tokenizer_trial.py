"""A stranger's tokenizer is tried in a process of its own, which may end without taking the app with it."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordPiece

from bertviz_core.errors import BertScopeError, UnreadableModelError, UnsafeModelError
from bertviz_core.installation import process_environment, python_module
from bertviz_core.models.foreign_tokenizer import plain_tokenizer, steps

MOST_BYTES = 1_500_000_000
PATIENCE_S = 60.0

_FILE = "tokenizer.json"
_LETTERS = [chr(code) for code in range(1, sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
_TEXTS = (
    "Saqué 20 € del banco. 😀",
    "e" * 20_000,
    "la casa " * 1_000,
    "".join(_LETTERS[:0x3100]),
)


def try_tokenizer(folder: Path, *, model: str) -> None:
    """Let a process with bounds judge a tokenizer's file, write it anew and read texts with it.

    Args:
        folder: Of a checkpoint that was brought.
        model: Its id.

    Raises:
        UnsafeModelError: It has parts that the family's tokenizers do not have, or takes too long.
        UnreadableModelError: It is damaged.
    """
    try:
        trial = subprocess.run(
            [*python_module("bertviz_core.models.tokenizer_trial"), str(folder), str(MOST_BYTES)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**process_environment(), "TOKENIZERS_PARALLELISM": "false"},
            timeout=PATIENCE_S,
            check=True,
        )
        found = json.loads(trial.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise UnsafeModelError(
            "The tokenizer of “{model}” needs more memory or time than those of the family, so it is not "
            "used. Save the model with its own tokenizer.",
            model=model,
        ) from error
    if found is not None:
        kind = UnsafeModelError if found["unsafe"] else UnreadableModelError
        raise kind(found["template"], **{**found["fields"], "model": model})


def main(folder: str, most_bytes: str) -> None:
    """Try the tokenizer in a folder, and print what is wrong with it as JSON."""
    _bound_memory(int(most_bytes))
    problem: dict[str, Any] | None = None
    try:
        _try(Path(folder) / _FILE)
    except BertScopeError as error:
        unsafe = isinstance(error, UnsafeModelError)
        problem = {"unsafe": unsafe, "template": error.template, "fields": error.fields}
    print(json.dumps(problem))


def _bound_memory(most_bytes: int) -> None:
    """Bound what this process can take, where the system knows such bounds."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))


def _try(file: Path) -> None:
    if not file.exists():  # made from a vocabulary then, of parts that are not the stranger's
        return
    try:
        document = plain_tokenizer(json.loads(file.read_text(encoding="utf-8")), model="")
        file.write_text(json.dumps(document, ensure_ascii=False, allow_nan=False), encoding="utf-8")
        _read_texts(Tokenizer.from_file(str(file)), document)
    except (BertScopeError, MemoryError):
        raise
    except BaseException as error:
        # Whatever damaged files provoke; the tokenizers' own kind of failure is no `Exception`.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise UnreadableModelError(
            "“{file}” of “{model}” is damaged. Save the model again.", file=file.name, model=""
        ) from error


def _read_texts(tokenizer: Tokenizer, document: dict[str, Any]) -> None:
    """Read some texts, and each letter where a table replaces some, which may lead out of it."""
    model = tokenizer.model
    if isinstance(model, WordPiece) and tokenizer.token_to_id(model.unk_token) is None:
        model.unk_token = min(tokenizer.get_vocab())  # texts with what it lacks are refused when it is used
    for text in _TEXTS:
        tokenizer.encode(text)
        tokenizer.encode(text, text)
    if any(step["type"] == "Precompiled" for step in steps(document, "normalizer")):
        for letter in _LETTERS:
            tokenizer.normalizer.normalize_str(letter)


if __name__ == "__main__":
    main(*sys.argv[1:])
