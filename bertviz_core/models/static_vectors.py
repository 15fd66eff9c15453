"""The static word vectors that come with the app: read, written, and their cards."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save

from bertviz_core.results import StaticVectors

FOLDER = Path(__file__).parent / "static"
STATIC_LANGUAGES = ("es", "en", "pt")
EVALUATION = "evaluation.json"
_FULL = 127


@cache
def static_vectors(language: str) -> StaticVectors:
    """Return the vectors of a language, read once; 8 MB with their words.

    Args:
        language: `es`, `en` or `pt`.
    """
    if language not in STATIC_LANGUAGES:
        raise ValueError(f"There are no static vectors of {language!r}")
    return read_static_vectors(FOLDER, language)


def read_static_vectors(folder: Path, language: str) -> StaticVectors:
    """Read what `write_static_vectors` wrote."""
    arrays = load_file(folder / f"{language}.safetensors")
    words = tuple((folder / f"{language}.txt").read_text(encoding="utf-8").split("\n"))
    return StaticVectors(
        language=language,
        words=words,
        places={word: place for place, word in enumerate(words)},
        counts=arrays["counts"].astype(np.int64),
        codes=arrays["codes"],
        scales=arrays["scales"].astype(np.float32),
    )


def write_static_vectors(folder: Path, vectors: StaticVectors) -> None:
    """Write the arrays as safetensors and the words, one a line, beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    # Arrays are written as they lie in memory: rows have to come first.
    arrays: dict[str, NDArray[Any]] = {
        "codes": np.ascontiguousarray(vectors.codes),
        "scales": vectors.scales,
        "counts": vectors.counts.astype(np.int32),
    }
    (folder / f"{vectors.language}.safetensors").write_bytes(save(arrays))
    (folder / f"{vectors.language}.txt").write_text("\n".join(vectors.words), encoding="utf-8")


def packed(
    language: str, words: tuple[str, ...], counts: NDArray[np.int64], vectors: NDArray[np.float32]
) -> StaticVectors:
    """Give vectors (n, dimensions) the length 1, and eight bits a number with one scale a word."""
    unit = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    codes = np.round(unit / np.abs(unit).max(axis=1, keepdims=True) * _FULL).astype(np.int8, order="C")
    lengths = np.linalg.norm(codes.astype(np.float32), axis=1)  # rounded ones have the length 1 too
    return StaticVectors(
        language=language,
        words=words,
        places={word: place for place, word in enumerate(words)},
        counts=counts,
        codes=codes,
        scales=(1 / np.maximum(lengths, 1)).astype(np.float32),
    )


def static_card(language: str) -> str:
    """Return the card of the vectors in a language of the interface, as Markdown."""
    named = FOLDER / f"CARD.{language}.md"
    return (named if named.exists() else FOLDER / "CARD.md").read_text(encoding="utf-8")
