"""Words of a text that can be hidden, and the text with some of them hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from bertviz_core.results import Encoding

SAME_TEXT = 0.5
"""Share of common words from which on a text counts as an edit of the one before."""

FEW_LETTERS = 4
"""Words with fewer are mostly those that only join others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word of a text with its place in characters."""

    text: str
    start: int
    end: int
    is_blank: bool
    """It is a mask token the visitor typed."""


def words_of(encoding: Encoding, mask_token: str) -> tuple[Word, ...]:
    """Join the pieces of each word of the first text, in reading order; one cut in the middle is left out."""
    words = []
    in_text = np.flatnonzero(encoding.sequence_ids == 0)
    for word_id in dict.fromkeys(encoding.word_ids[in_text].tolist()):
        pieces = in_text[encoding.word_ids[in_text] == word_id]
        start, end = int(encoding.spans[pieces, 0].min()), int(encoding.spans[pieces, 1].max())
        if start == end:  # a space of its own, in byte-level vocabularies
            continue
        is_blank = any(encoding.tokens[i] == mask_token for i in pieces)
        words.append(Word(text=encoding.text[start:end], start=start, end=end, is_blank=is_blank))
    end = words[-1].end if words else 0
    if encoding.truncated and end < len(encoding.text) and encoding.text[end - 1 : end + 1].isalnum():
        words.pop()
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


def telling_word(texts: Sequence[str]) -> tuple[int, ...]:
    """Return the number of the last word that says something, a long one if there is any; none of signs."""
    words = [number for number, text in enumerate(texts) if text.isalpha()]
    long = [number for number in words if len(texts[number]) >= FEW_LETTERS]
    return tuple((long or words)[-1:])


def carry_hidden(before: Sequence[str], hidden: Collection[int], *, after: Sequence[str]) -> tuple[int, ...]:
    """Find the hidden words of a text again after an edit; none of them in a text that is mostly another."""
    edit = SequenceMatcher(None, before, after, autojunk=False)
    if not hidden or edit.ratio() < SAME_TEXT:
        return ()
    places = {old + i: new + i for old, new, size in edit.get_matching_blocks() for i in range(size)}
    return tuple(sorted(places[number] for number in hidden if number in places))
