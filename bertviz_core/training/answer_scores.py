"""Answers against those that count as right, in SQuAD's way (Rajpurkar et al. 2016).

Capitals, punctuation and articles do not count. SQuAD's script leaves out the English articles only; of other
languages their own are left out too, as MLQA's does (Lewis et al. 2020), which has no Portuguese.
"""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Sequence

ARTICLES = {
    "en": frozenset("a an the".split()),
    "es": frozenset("el la los las un una unos unas".split()),
    "pt": frozenset("o a os as um uma uns umas".split()),
}


def normalised(answer: str, language: str = "") -> list[str]:
    """Return the words of an answer that count; articles are English where the language is not known."""
    kept = "".join(letter for letter in answer.lower() if not _is_punctuation(letter))
    articles = ARTICLES.get(language, ARTICLES["en"])
    return [word for word in kept.split() if word not in articles]


def exact_match(said: str, right: Sequence[str], language: str = "") -> bool:
    """Tell whether an answer is one of the right ones."""
    words = normalised(said, language)
    return any(words == normalised(answer, language) for answer in right)


def word_f1(said: str, right: Sequence[str], language: str = "") -> float:
    """Return the F1 of the words of an answer, against the right one that it fits best."""
    words = normalised(said, language)
    return max((_f1(words, normalised(answer, language)) for answer in right), default=0.0)


def _f1(said: list[str], right: list[str]) -> float:
    if not said or not right:
        return float(said == right)
    return 2 * (Counter(said) & Counter(right)).total() / (len(said) + len(right))


def _is_punctuation(letter: str) -> bool:
    return letter in string.punctuation or unicodedata.category(letter).startswith("P")
