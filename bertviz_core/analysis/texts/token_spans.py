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


def typed_surfaces(
    tokens: Sequence[str],
    sequences: NDArray[np.int64],
    spans: NDArray[np.int64],
    texts: tuple[str, str],
    *,
    whole: bool = True,
) -> tuple[str, ...]:
    """Return what stands in the text for each token, so that all of them, joined, are what was typed.

    A character that became several pieces (`½`, `…`, an emoji in bytes) stands with the first of them and is
    empty for the others; so is a word boundary that stands alone. A character that the tokenizer left out
    stands with the token before it. Special tokens have their own name.

    Args:
        tokens: The vocabulary's pieces.
        sequences: Of each token, 0 or 1; -1 for special ones.
        spans: Characters (tokens, 2) that tokens stand for; of one character some may share it.
        texts: Both texts.
        whole: All of both texts is in these tokens.
    """
    surfaces = ["" if sequence >= 0 else token for token, sequence in zip(tokens, sequences, strict=True)]
    for sequence, text in enumerate(texts):
        done, last = 0, None
        for row in np.flatnonzero((sequences == sequence) & (spans[:, 0] < spans[:, 1])).tolist():
            start, end = max(done, int(spans[row, 0])), max(done, int(spans[row, 1]))
            between = text[done:start] if whole or last is not None else ""
            kept = "".join(filter(is_visible, between))
            if last is not None:
                surfaces[last] += kept
                kept = ""
            surfaces[row] = kept + text[start:end]
            if start < end:
                done, last = end, row
        if whole and last is not None:
            surfaces[last] += "".join(filter(is_visible, text[done:]))
    return tuple(surfaces)


def shared_characters(sequences: NDArray[np.int64], spans: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which tokens (tokens,) begin within a character that a token before them stands for too."""
    shared = np.zeros(len(spans), dtype=np.bool_)
    for sequence in (0, 1):
        rows = np.flatnonzero((sequences == sequence) & (spans[:, 0] < spans[:, 1]))
        before = np.maximum.accumulate(spans[rows, 1])[:-1]
        shared[rows[1:]] = spans[rows[1:], 0] < before
    return shared


def words_of_whole_characters(
    word_ids: NDArray[np.int64], sequences: NDArray[np.int64], shared: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Number words anew so that none ends within a character, as where `…` became three signs."""
    if not shared.any():
        return word_ids
    numbers = np.full_like(word_ids, -1)
    before, count = (-1, -1), -1
    for row in np.flatnonzero(word_ids >= 0).tolist():
        place = int(sequences[row]), int(word_ids[row])
        if place[0] != before[0]:
            count = 0
        elif place != before and not shared[row]:
            count += 1
        numbers[row], before = count, place
    return numbers


def is_visible(letter: str) -> bool:
    """Tell whether a character shows, as joiners and marks do, and spaces and controls do not."""
    return letter in "\u200c\u200d" or unicodedata.category(letter)[0] not in "CZ"


def apart_from_signs(
    word_ids: NDArray[np.int64],
    sequences: NDArray[np.int64],
    surfaces: tuple[str, ...],
    shared: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Make punctuation words of its own where a tokenizer splits at spaces only, as the others do."""
    numbers = np.full_like(word_ids, -1)
    before, last, count = (-1, -1, False), -1, -1
    for row in np.flatnonzero(word_ids >= 0):
        sequence = int(sequences[row])
        if shared[row]:  # more of the character before
            numbers[row] = count
            continue
        sign = bool(surfaces[row]) and all(unicodedata.category(letter)[0] == "P" for letter in surfaces[row])
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
