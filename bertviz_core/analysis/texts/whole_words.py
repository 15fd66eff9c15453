r"""The words of texts in every script: letters with their marks and joiners (Unicode Standard Annex 29).

Python's own `\w` leaves out the marks that are the vowels of Hindi or Thai, and cuts words at them.
"""

from __future__ import annotations

import regex

WORD = r"(?:\w*?[\p{L}\p{N}_]\w*)"
"""Pattern of a word for the module `regex`; marks and joiners alone, as in emoji, are none."""

_WORD = regex.compile(WORD)
_TERM = regex.compile(rf"{WORD}|[^\w\s]")


def words_of(text: str) -> list[str]:
    """Return the words of a text in their order."""
    return _WORD.findall(text)


def terms_of(text: str) -> list[str]:
    """Return the words and the signs of a text in their order."""
    return _TERM.findall(text)
