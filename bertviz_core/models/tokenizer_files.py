"""What a checkpoint's tokenizer needs beside the weights, before it is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bertviz_core.errors import ModelNotFoundError, UnreadableModelError

_WHOLE = ("tokenizer.json", "vocab.txt", "sentencepiece.bpe.model", "spiece.model")
_PAIRS, _MERGES = "vocab.json", "merges.txt"
_CUT_BEFORE = {"BertJapaneseTokenizer": "MeCab"}
"""Classes of tokenizers that let another program cut words first, and the program."""


def has_vocabulary(folder: Path) -> bool:
    """Tell whether a folder holds a whole vocabulary."""
    return any((folder / name).is_file() for name in _WHOLE) or all(
        (folder / name).is_file() for name in (_PAIRS, _MERGES)
    )


def is_vocabulary(name: str) -> bool:
    """Tell whether a file of this name is a vocabulary, or half of one."""
    return name in (*_WHOLE, _PAIRS, _MERGES)


def require_vocabulary(model_id: str, folder: Path) -> None:
    """Refuse a tokenizer that lacks its vocabulary, or a program that is not used here.

    Raises:
        ModelNotFoundError: There is no vocabulary, or half of one.
        UnreadableModelError: Another program would have to cut the words.
    """
    settings = _settings(folder)
    named = str(settings.get("tokenizer_class")).removesuffix("Fast")
    if named in _CUT_BEFORE:
        raise UnreadableModelError(
            "“{model}” has a tokenizer ({tokenizer}) that lets another program ({program}) cut words before "
            "the vocabulary does. That is not done here, and without it the model reads other pieces than "
            "it learned. Choose a model without.",
            model=model_id,
            tokenizer=named,
            program=str(settings.get("word_tokenizer_type") or _CUT_BEFORE[named])[:40],
        )
    if any((folder / name).is_file() for name in _WHOLE):
        return
    if not (folder / _PAIRS).is_file():
        raise ModelNotFoundError(
            "“{model}” has no vocabulary beside its weights. Save the tokenizer into the same folder.",
            model=model_id,
        )
    if not (folder / _MERGES).is_file():
        raise ModelNotFoundError(
            "“{model}” has vocab.json without merges.txt, which says how its pieces are put together. Save "
            "both into the same folder, or tokenizer.json.",
            model=model_id,
        )


def _settings(folder: Path) -> dict[str, Any]:
    """Return the tokenizer's settings; nothing where they cannot be read, which is said when it is loaded."""
    try:
        document = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}
