"""Words as word2vec reads them: letters only, in lower case."""

from __future__ import annotations

import regex

_WORD = regex.compile(r"[\p{L}\p{M}]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case; accents stay, numbers and signs go."""
    return _WORD.findall(text.lower())
