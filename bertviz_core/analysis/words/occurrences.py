"""Where a word stands in a text: every occurrence, on request those of its other forms too."""

from __future__ import annotations

from functools import cache

import regex
import snowballstemmer

from bertviz_core.analysis.texts.plain_letters import Span, plain_letters
from bertviz_core.errors import InputError

__all__ = ["OccurrenceFinder", "Span"]

_STEMMERS = {"es": "spanish", "en": "english", "pt": "portuguese"}
_WORD = regex.compile(r"\w+")  # marks and joiners are letters to it, as Unicode says
_WITHIN = r"[\p{WB=MidLetter}\p{WB=MidNumLet}\p{WB=MidNum}\p{WB=Single_Quote}\p{WB=Double_Quote}]"
_BORDER = rf"(?:(?w:\b)|(?<={_WITHIN})|(?={_WITHIN}))(?!(?<=\p{{LB=SA}})(?=\p{{LB=SA}}))"
"""Where words begin and end (Unicode Standard Annex 29), and at apostrophes and points within them:
`agua` stands in `d'agua`. Not between letters of Thai and the like, whose words only a dictionary knows."""


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
        self._fold = str if match_case else str.casefold
        words = r"\s+".join(map(regex.escape, word.split()))
        self._pattern = regex.compile(
            rf"{_BORDER}{words}{_BORDER}", regex.VERSION0 | (0 if match_case else regex.IGNORECASE)
        )
        self._stemmer = snowballstemmer.stemmer(_STEMMERS[inflected]) if inflected else None
        self._stem_of = cache(self._stemmed)  # words come again and again
        self._stem = self._stem_of(word.strip())

    def spans(self, text: str) -> list[Span]:
        """Return the character offsets of every occurrence, in order."""
        plain = plain_letters(text)
        found = {match.span() for match in self._pattern.finditer(plain.text)}
        if self._stemmer:
            words = _WORD.finditer(plain.text)
            found |= {match.span() for match in words if self._stem_of(match.group()) == self._stem}
        return sorted(map(plain.written, found))

    def _stemmed(self, word: str) -> str:
        """Return the stem of a word; its first letter keeps its case where case matters."""
        stem = self._stemmer.stemWord(word.lower()) if self._stemmer else word
        return stem if self._fold is str.casefold else word[:1] + stem[1:]
