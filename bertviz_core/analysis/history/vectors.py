"""Sums of word vectors and the words near them (Mikolov, Yih & Zweig, 2013)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.principal_components import principal_components
from bertviz_core.errors import InputError
from bertviz_core.results import GenderLean, NearWords, StaticVectors, WordNeighbours, WordSum

MOST_LETTERS = 40
MOST_NEAR = 40
DRAWN_ANSWERS = 3
_LIKE = 0.7
"""Share of common letters from which on a known word is offered for an unknown one."""


def known_word(vectors: StaticVectors, typed: str) -> str:
    """Return a word as the vectors have it: in lower case.

    Raises:
        InputError: There is none, or the vectors have none of this name; the nearest spelling is told.
    """
    word = " ".join(typed.split()).lower()
    if not word:
        raise InputError("There is no word in this field. Write one.")
    if len(word) > MOST_LETTERS:
        raise InputError("A word has {most} letters at most here. Write one word.", most=MOST_LETTERS)
    if word in vectors.places:
        return word
    like = nearest_spelling(vectors, word)
    if like is None:
        raise InputError(
            "“{word}” is none of the {count} words that have a vector. Write another one.",
            word=word,
            count=len(vectors),
        )
    raise InputError(
        "“{word}” is none of the {count} words that have a vector. Did you mean “{like}”?",
        word=word,
        count=len(vectors),
        like=like,
    )


def nearest_spelling(vectors: StaticVectors, word: str) -> str | None:
    """Return the known word that is written most like an unknown one, if any is."""
    near = [known for known in vectors.words if abs(len(known) - len(word)) <= 2 and known[:1] == word[:1]]
    found = get_close_matches(word, near, n=1, cutoff=_LIKE)
    if not found and len(word) > 1:
        other = [
            known for known in vectors.words if abs(len(known) - len(word)) <= 1 and known[-1] == word[-1]
        ]
        found = get_close_matches(word, other, n=1, cutoff=_LIKE)
    return found[0] if found else None


def word_sum(vectors: StaticVectors, a: str, b: str, c: str, *, top_k: int = 10) -> WordSum:
    """Return the words nearest to *b* − *a* + *c*, with and without the three.

    Args:
        vectors: Of one language.
        a: Taken away.
        b: The word from which it is taken.
        c: Added.
        top_k: Words to return, at most 40.

    Raises:
        InputError: A word has no vector, or too many are asked for.
    """
    a, b, c = (known_word(vectors, word) for word in (a, b, c))
    own = [vectors.places[word] for word in (a, b, c)]
    unit = [vectors.vector(place) for place in own]
    total = unit[1] - unit[0] + unit[2]
    cosines = vectors.cosines(total)
    near = _near(vectors, cosines, top_k, without=own)
    drawn = min(DRAWN_ANSWERS, len(near.words))
    answers = [vectors.vector(vectors.places[word]) for word in near.words[:drawn]]
    plane = principal_components(np.stack([*unit, total, *answers]), 2, 0)
    return WordSum(
        a=a,
        b=b,
        c=c,
        near=near,
        whole=_near(vectors, cosines, top_k),
        points=plane.points,
        variance=_two(plane.variance),
        answers=drawn,
    )


def word_neighbours(vectors: StaticVectors, word: str, *, top_k: int = 10) -> WordNeighbours:
    """Return the words nearest to one.

    Raises:
        InputError: It has no vector, or too many are asked for.
    """
    word = known_word(vectors, word)
    place = vectors.places[word]
    near = _near(vectors, vectors.cosines(vectors.vector(place)), top_k, without=[place])
    rows = [vectors.vector(vectors.places[one]) for one in (word, *near.words)]
    plane = principal_components(np.stack(rows), 2, 0)
    return WordNeighbours(
        word=word,
        count=int(vectors.counts[place]),
        rank=place + 1,
        near=near,
        points=plane.points,
        variance=_two(plane.variance),
    )


def gender_leans(
    vectors: StaticVectors, beside: Mapping[str, Sequence[int]], *, man: str, woman: str
) -> tuple[GenderLean, ...]:
    """Return how occupations lean, those nearest to the word for a woman first (Bolukbasi et al., 2016).

    Args:
        vectors: Of one language.
        beside: How many words for men and for women stand near each occupation, in what was learned from.
        man: The word for a man.
        woman: The word for a woman.

    Raises:
        InputError: One of both has no vector.
    """
    known = {word: counts for word, counts in beside.items() if word in vectors.places and any(counts)}
    leans = [
        GenderLean(
            word=word,
            beside_men=counts[0],
            beside_women=counts[1],
            difference=word_cosine(vectors, word, woman) - word_cosine(vectors, word, man),
        )
        for word, counts in known.items()
    ]
    return tuple(sorted(leans, key=lambda lean: -lean.difference))


def word_cosine(vectors: StaticVectors, first: str, second: str) -> float:
    """Return the cosine of two words.

    Raises:
        InputError: One has no vector.
    """
    places = [vectors.places[known_word(vectors, word)] for word in (first, second)]
    return float(vectors.vector(places[0]) @ vectors.vector(places[1]))


def _near(
    vectors: StaticVectors, cosines: NDArray[np.float32], top_k: int, *, without: Sequence[int] = ()
) -> NearWords:
    if not 1 <= top_k <= MOST_NEAR:
        raise InputError("Ask for 1 to {most} words.", most=MOST_NEAR)
    cosines = cosines.copy()
    cosines[list(without)] = -2
    best = np.argsort(-cosines, kind="stable")[:top_k]
    return NearWords(
        language=vectors.language,
        words=tuple(vectors.words[place] for place in best),
        cosines=cosines[best],
        counts=vectors.counts[best],
    )


def _two(variance: Sequence[float] | None) -> tuple[float, float]:
    first, second, *_ = (*(variance or ()), 0.0, 0.0)
    return float(first), float(second)
