"""The words that a visitor wants scored: read from one line, and as many as there is time for."""

from __future__ import annotations

import unicodedata

CHECK_PARAMETER = "check"
"""The words in the address of a link."""

MOST_BLANKS = 10
"""Words are scored in so many blanks."""

MOST_TOKENS = 12_000
"""Tokens read for one answer, if every word had one piece: some seconds."""


def split_words(line: str) -> tuple[str, ...]:
    """Return the words between commas, each once, in the order they were typed."""
    parts = (unicodedata.normalize("NFC", part).strip() for part in line.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def scored_lists(
    words: tuple[str, ...], *, blanks: int, tokens: int, most_words: int
) -> tuple[tuple[str, ...], ...]:
    """Return the words to score in each blank, fewer of them the longer the text is.

    Args:
        words: All words.
        blanks: Blanks of the text; the later ones of many get no words.
        tokens: Length of the text.
        most_words: Most words that the engine scores in a blank.
    """
    answered = min(blanks, MOST_BLANKS)
    count = max(1, min(most_words, MOST_TOKENS // (tokens * answered)))
    return (words[:count],) * answered + ((),) * (blanks - answered)
