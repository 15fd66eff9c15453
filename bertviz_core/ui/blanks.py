"""Words of a text that can be hidden, and the text with some of them hidden."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from bertviz_core.results import Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word of a text with its place in characters."""

    text: str
    start: int
    end: int
    is_blank: bool
    """It is a mask token the visitor typed."""


def words_of(encoding: Encoding, mask_token: str) -> tuple[Word, ...]:
    """Join the pieces of each word of the first text, in reading order."""
    words = []
    in_text = np.flatnonzero(encoding.sequence_ids == 0)
    for word_id in dict.fromkeys(encoding.word_ids[in_text].tolist()):
        pieces = in_text[encoding.word_ids[in_text] == word_id]
        start, end = int(encoding.spans[pieces, 0].min()), int(encoding.spans[pieces, 1].max())
        is_blank = any(encoding.tokens[i] == mask_token for i in pieces)
        words.append(Word(text=encoding.text[start:end], start=start, end=end, is_blank=is_blank))
    return tuple(words)


def hide_words(text: str, words: tuple[Word, ...], hidden: Collection[int], *, mask_token: str) -> str:
    """Put the mask token in the place of the words with these numbers."""
    for number in sorted(hidden, reverse=True):
        word = words[number]
        text = text[: word.start] + mask_token + text[word.end :]
    return text


def hidden_words(words: tuple[Word, ...], hidden: Collection[int]) -> tuple[str | None, ...]:
    """Return what stood in each blank, in reading order; None where the visitor typed the blank."""
    return tuple(
        None if word.is_blank else word.text
        for number, word in enumerate(words)
        if word.is_blank or number in hidden
    )
