"""The words of a text as they can be followed through the layers: each with its tokens."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from bertviz_core.analysis.words.word_layers import pieces_of
from bertviz_core.results import Encoding

_FEW_LETTERS = 4


@dataclass(frozen=True, slots=True)
class FollowedWord:
    """A word, a sign or a special token."""

    text: str
    places: tuple[int, ...]
    """Of its tokens; of several the mean is followed."""


def words_of(encoding: Encoding, mask_token: str | None) -> tuple[FollowedWord, ...]:
    """Return everything that can be followed, in order; signs that share a token are one."""
    mask = rf"{regex.escape(mask_token)}|" if mask_token else ""
    spans: dict[tuple[int, ...], tuple[int, int]] = {}
    for match in regex.finditer(rf"{mask}\w+|(?![\w\s])\X", encoding.text):
        places = tuple(pieces_of(encoding, match.span()).tolist())
        if places:
            start, _ = spans.get(places, match.span())
            spans[places] = start, match.end()
    words = [FollowedWord(encoding.text[start:end], places) for places, (start, end) in spans.items()]
    words += [FollowedWord(encoding.tokens[row], (row,)) for row in encoding.special.nonzero()[0].tolist()]
    return tuple(sorted(words, key=lambda word: word.places))


def first_choice(words: tuple[FollowedWord, ...], others: tuple[FollowedWord, ...]) -> int:
    """Return the number of the word that is followed first.

    Args:
        words: Of the first text; its longest word is followed where the second one shares none.
        others: Of the second text: a word of both is followed, next to where they begin to differ.
    """
    texts, second = [_fold(word) for word in words], [_fold(word) for word in others]
    spoken = [number for number, text in enumerate(texts) if text.isalpha()] or list(range(len(words)))
    shared = [number for number in spoken if texts[number] in second]
    if not shared:
        return max(spoken, key=lambda number: len(texts[number]))
    differing = (n for n, (a, b) in enumerate(zip(texts, second, strict=False)) if a != b)
    parting = next(differing, len(texts) // 2)
    long = [n for n in shared if texts[n].isalpha() and len(texts[n]) >= _FEW_LETTERS]
    return min(long or shared, key=lambda number: abs(number - parting))


def same_word(words: tuple[FollowedWord, ...], chosen: int, others: tuple[FollowedWord, ...]) -> int | None:
    """Return the number of the same word in the second text: the first there for the first, and so on."""
    wanted = _fold(words[chosen])
    earlier = sum(_fold(word) == wanted for word in words[:chosen])
    found = [number for number, word in enumerate(others) if _fold(word) == wanted]
    return found[min(earlier, len(found) - 1)] if found else None


def _fold(word: FollowedWord) -> str:
    return word.text.casefold()
