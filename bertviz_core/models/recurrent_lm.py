"""The small recurrent language model that comes with the app: read, written, and its cards."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from bertviz_core.results import LstmWeights, RecurrentWeights

FOLDER = Path(__file__).parent / "recurrent"
EVALUATION = "evaluation.json"
UNKNOWN, END = "[UNK]", "[SEP]"
WEIGHTS, PIECES = "lstm.safetensors", "pieces.txt"
_DIRECTIONS = ("rightwards", "leftwards")
_PARTS = tuple(field.name for field in fields(LstmWeights))


@cache
def recurrent_lm() -> RecurrentWeights:
    """Return the bundled model, read once; 3 MB."""
    return read_recurrent(FOLDER)


@cache
def recurrent_tokenizer() -> Tokenizer:
    """Return what cuts texts for the bundled model."""
    return piece_tokenizer(recurrent_lm().pieces)


def piece_tokenizer(pieces: tuple[str, ...]) -> Tokenizer:
    """Return a WordPiece tokenizer in lower case, accents kept, which adds no special tokens.

    Args:
        pieces: The vocabulary; `[UNK]` is one of it.
    """
    vocabulary = {piece: place for place, piece in enumerate(pieces)}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token=UNKNOWN, max_input_chars_per_word=64))
    tokenizer.normalizer = BertNormalizer(lowercase=True, strip_accents=False)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    return tokenizer


def read_recurrent(folder: Path) -> RecurrentWeights:
    """Read what `write_recurrent` wrote."""
    arrays = {name: one.astype(np.float32) for name, one in load_file(folder / WEIGHTS).items()}
    own = {
        direction: LstmWeights(**{part: arrays[f"{direction}.{part}"] for part in _PARTS})
        for direction in _DIRECTIONS
    }
    return RecurrentWeights(
        pieces=tuple((folder / PIECES).read_text(encoding="utf-8").split("\n")),
        embeddings=arrays["embeddings"],
        output_bias=arrays["output_bias"],
        **own,
    )


def write_recurrent(folder: Path, weights: RecurrentWeights) -> None:
    """Write the arrays as safetensors of 16 bits and the pieces, one a line, beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[Any]] = {"embeddings": weights.embeddings, "output_bias": weights.output_bias}
    for direction in _DIRECTIONS:
        own = getattr(weights, direction)
        arrays |= {f"{direction}.{part}": getattr(own, part) for part in _PARTS}
    halves = {name: np.ascontiguousarray(one, dtype=np.float16) for name, one in arrays.items()}
    (folder / WEIGHTS).write_bytes(save(halves))
    (folder / PIECES).write_text("\n".join(weights.pieces), encoding="utf-8")


def recurrent_card(language: str) -> str:
    """Return the card of the model in a language of the interface, as Markdown."""
    named = FOLDER / f"CARD.{language}.md"
    return (named if named.exists() else FOLDER / "CARD.md").read_text(encoding="utf-8")
