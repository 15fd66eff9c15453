"""Texts with plain letters, for looking words up: ligatures as their letters, no signs that nobody sees.

Text that was copied from a PDF or a page holds `ﬁ` for `fi`, and soft hyphens where a line might have ended.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import regex

Span = tuple[int, int]

_LATIN = r"[\p{Latin}&&[\x41-\u02ff]]"
_UNSEEN = (
    "[\u00ad\u2060\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # steer lines and directions
    rf"|(?<={_LATIN})[\u200c\u200d](?={_LATIN})"  # joiners say nothing between Latin letters
)
_SAME_LETTERS = "".join(
    rf"\p{{DecompositionType={kind}}}"
    for kind in ("compat", "font", "initial", "medial", "final", "isolated", "wide", "narrow")
)
"""Of Unicode's decompositions those that write the same letters; `²` and `º` say something else."""
_WRITTEN = {"‐": "-", "‑": "-", "’": "'", "ʼ": "'", "＇": "'"}
_OTHER = regex.compile(rf"(?V1)(?P<unseen>{_UNSEEN})|[{''.join(_WRITTEN)}]|[{_SAME_LETTERS}]")


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in plain letters, which knows where each stands in the one that was written."""

    text: str
    places: Sequence[int]
    """Of each letter, in the text as it was written."""

    def written(self, span: Span) -> Span:
        """Return the characters of the written text that a stretch of this one stands for."""
        start, end = span
        return (self.places[start], self.places[end - 1] + 1) if end > start else (start, start)

    def folded(self) -> PlainText:
        """Return the text without the difference of case, as `str.casefold` has it: `ß` is `ss`."""
        text = self.text.casefold()
        if len(text) == len(self.text):  # no letter becomes fewer than one
            return PlainText(text, self.places)
        counts = [len(letter.casefold()) for letter in self.text]
        places = [p for p, count in zip(self.places, counts, strict=True) for _ in range(count)]
        return PlainText(text, places)


def plain_letters(text: str) -> PlainText:
    """Return a text with every letter plain."""
    letters: list[str] = []
    places: list[int] = []
    done = 0
    for found in _OTHER.finditer(text):
        place = found.start()
        plain = "" if found["unseen"] else _plain(found[0])
        if plain == found[0]:
            continue
        letters += text[done:place]
        places += range(done, place)
        letters += plain
        places += [place] * len(plain)
        done = place + 1
    if not done:
        return PlainText(text, range(len(text)))
    letters += text[done:]
    places += range(done, len(text))
    return PlainText("".join(letters), places)


@cache
def _plain(sign: str) -> str:
    """Return the letters that a sign is written for, or itself."""
    plain = _WRITTEN.get(sign) or unicodedata.normalize("NFKC", sign)
    return plain if sign in _WRITTEN or plain.isalnum() else sign
