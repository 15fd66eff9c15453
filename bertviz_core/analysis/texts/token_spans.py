"""Which characters of a text each token stands for, and to which word it belongs."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def number_array(values: Sequence[int | None]) -> NDArray[np.int64]:
    """Return the numbers that a tokenizer gives, -1 where it gives none."""
    return np.array([-1 if value is None else value for value in values], dtype=np.int64)


def token_spans(
    tokens: Sequence[str],
    sequences: NDArray[np.int64],
    offsets: Sequence[tuple[int, int]],
    texts: tuple[str, str],
) -> NDArray[np.int64]:
    """Return the characters (tokens, 2) that tokens stand for in their own text; special ones have none."""
    spans = np.zeros((len(tokens), 2), dtype=np.int64)
    for row in np.flatnonzero(sequences >= 0).tolist():
        start, end = offsets[row]
        # A word boundary that stands alone is counted to the letter after it.
        spans[row] = (start, start) if tokens[row] == "▁" else _trim(texts[sequences[row]], start, end)
    return spans


def apart_from_signs(
    word_ids: NDArray[np.int64], sequences: NDArray[np.int64], surfaces: tuple[str, ...]
) -> NDArray[np.int64]:
    """Make punctuation words of its own where a tokenizer splits at spaces only, as the others do."""
    numbers = np.full_like(word_ids, -1)
    before, last, count = (-1, -1, False), -1, -1
    for row in np.flatnonzero(word_ids >= 0):
        sequence = int(sequences[row])
        sign = all(unicodedata.category(letter)[0] == "P" for letter in surfaces[row])
        place = (sequence, int(word_ids[row]), sign)
        if sequence != last:
            last, count = sequence, -1
        count += sign or place != before
        numbers[row], before = count, place
    return numbers


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave the spaces out that some tokenizers count to the word after them."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
