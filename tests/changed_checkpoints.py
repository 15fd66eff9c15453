"""Checkpoints whose files leave something open or are wrong, as they come from people."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

Change = Callable[[dict[str, Any]], Any]


def changed(
    source: Path,
    folder: Path,
    *,
    config: Change | None = None,
    settings: Change | None = None,
    tokenizer: Change | None = None,
) -> Path:
    """Copy a checkpoint and change its JSON files."""
    shutil.copytree(source, folder)
    for name, change in (
        ("config.json", config),
        ("tokenizer_config.json", settings),
        ("tokenizer.json", tokenizer),
    ):
        if change:
            document = json.loads((folder / name).read_text(encoding="utf-8"))
            change(document)
            (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return folder


def vocabulary_only(
    source: Path, folder: Path, *, change: Callable[[list[str]], Sequence[str]] = list, end: str = "\n"
) -> Path:
    """Copy a checkpoint and leave of its tokenizer nothing but `vocab.txt`."""
    shutil.copytree(source, folder)
    numbers = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).unlink()
    lines = change(sorted(numbers, key=lambda piece: numbers[piece]))
    (folder / "vocab.txt").write_bytes(end.join([*lines, ""]).encode())
    return folder
