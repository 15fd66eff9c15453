"""Where a word stands in a text: every occurrence, on request those of its other forms too."""

from __future__ import annotations

from functools import cache

import regex
import snowballstemmer

from bertviz_core.analysis.texts.plain_letters import Span, plain_letters
from bertviz_core.errors import InputError

__all__ = ["OccurrenceFinder", "Span"]

_STEMMERS = {"es": "spanish", "en": "english", "pt": "portuguese"}
_WITHIN = r"[\p{WB=MidLetter}\p{WB=MidNumLet}\p{WB=MidNum}\p{WB=Single_Quote}\p{WB=Double_Quote}]"
_BORDER = rf"(?:(?w:\b)|(?<={_WITHIN})|(?={_WITHIN}))(?!(?<=\p{{LB=SA}})(?=\p{{LB=SA}}))"
"""Where words begin and end (Unicode Standard Annex 29), and at apostrophes and points within them:
`agua` stands in `d'agua`. Not between letters of Thai and the like, whose words only a dictionary knows."""

_POINT = r"[\p{WB=MidNum}\p{WB=MidNumLet}\p{WB=Single_Quote}٫٬]"
_GROUP = r"[\u00a0\u2009\u202f]"  # spaces that part thousands
_NOT_WITHIN_A_NUMBER = (
    rf"(?!(?<=\p{{Nd}}{_POINT})\p{{Nd}})(?!(?<=\p{{Nd}}){_POINT}\p{{Nd}})"
    rf"(?!(?<=\p{{Nd}}{_GROUP})\p{{Nd}}{{3}}(?!\p{{Nd}}))(?!(?<=\p{{Nd}}){_GROUP}\p{{Nd}}{{3}}(?!\p{{Nd}}))"
)
"""`3` does not stand in `3.14`, nor `1` in `1,000`: a number is one word (WB11, WB12)."""

_WORD = regex.compile(rf"(?<!\w){_NOT_WITHIN_A_NUMBER}\w++{_NOT_WITHIN_A_NUMBER}")
"""Marks and joiners are letters to it, as Unicode says."""


class OccurrenceFinder:
    """Looks for one word, which may be several words with spaces between them."""

    def __init__(self, word: str, *, match_case: bool = False, inflected: str | None = None) -> None:
        """Take a word.

        Args:
            word: As a person writes it; it is found as a whole word only, with ligatures or soft hyphens too.
            match_case: `banco` is not `Banco`.
            inflected: Language of the word (`es`, `en`, `pt`), to find forms of the same stem as well
                (Porter's Snowball stemmers); they take forms together that a dictionary keeps apart.

        Raises:
            InputError: There is no stemmer for the language.
        """
        if inflected is not None and inflected not in _STEMMERS:
            raise InputError(
                "Forms of words are found in {languages} only, not in “{language}”.",
                languages=", ".join(_STEMMERS),
                language=inflected,
            )
        word = plain_letters(word).text
        self._match_case = match_case
        folded = word if match_case else word.casefold()
        words = r"\s+".join(map(regex.escape, folded.split()))
        border = _BORDER + _NOT_WITHIN_A_NUMBER
        self._pattern = regex.compile(rf"{border}{words}{border}", regex.VERSION0)
        self._stemmer = snowballstemmer.stemmer(_STEMMERS[inflected]) if inflected else None
        self._stem_of = cache(self._stemmed)  # words come again and again
        self._stem = self._stem_of(word.strip())

    def spans(self, text: str) -> list[Span]:
        """Return the character offsets of every occurrence, in order."""
        plain = plain_letters(text)
        folded = plain if self._match_case else plain.folded()
        found = {folded.written(match.span()) for match in self._pattern.finditer(folded.text)}
        if self._stemmer:
            words = _WORD.finditer(plain.text)
            found |= {plain.written(m.span()) for m in words if self._stem_of(m.group()) == self._stem}
        return sorted(found)

    def _stemmed(self, word: str) -> str:
        """Return the stem of a word; its first letter keeps its case where case matters."""
        stem = self._stemmer.stemWord(word.lower()) if self._stemmer else word
        return word[:1] + stem[1:] if self._match_case else stem
