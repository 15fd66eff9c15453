"""A short text cut into words, the window that moves over it, and what its vectors answer."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from bertviz_core.analysis.texts.plain_words import words_of
from bertviz_core.analysis.vectors.cosines import unit_vectors
from bertviz_core.analysis.vectors.principal_components import principal_components
from bertviz_core.errors import InputError
from bertviz_core.results import LessonText, LiveSettings, LiveVectors, WordWindow

MOST_CHARACTERS = 24_000
MOST_WORDS = 4_000
LEAST_WORDS = 20
MOST_LETTERS = 40
"""Of a word; the end of a longer one is cut off."""
MOST_DRAWN = 36
CHANCE_LOSS = 6 * math.log(2)
"""Nats: that of a right word among five drawn ones, where each is as likely as not."""

_SENTENCE_END = re.compile(r"[.!?…\n]+")
_SHORT = 3
"""Letters: shorter words of a text of one's own are articles and the like, and are drawn last."""


def read_lesson(text: str, groups: Mapping[str, Sequence[str]] | None = None) -> LessonText:
    """Cut a text into sentences of words in lower case.

    Args:
        text: The text.
        groups: Words that were written to be alike, by the name of their group.

    Raises:
        InputError: It has too few words or too many.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(
            "The text has {count} characters; at most {most} are learned from. Leave some of it out.",
            count=len(text),
            most=MOST_CHARACTERS,
        )
    parts = ([_cut(word) for word in words_of(part)] for part in _SENTENCE_END.split(text))
    sentences = [words for words in parts if len(words) > 1]
    counted = Counter(word for words in sentences for word in words)
    total = sum(counted.values())
    if total < LEAST_WORDS or len(counted) < 3:
        raise InputError(
            "Too little to learn from: write at least {least} words in sentences.", least=LEAST_WORDS
        )
    if total > MOST_WORDS:
        raise InputError(
            "The text has {count} words; at most {most} are learned from. Leave some of it out.",
            count=total,
            most=MOST_WORDS,
        )
    vocabulary = sorted(counted, key=lambda word: (-counted[word], word))
    places = {word: place for place, word in enumerate(vocabulary)}
    return LessonText(
        vocabulary=tuple(vocabulary),
        counts=tuple(counted[word] for word in vocabulary),
        sentences=tuple(tuple(places[word] for word in words) for words in sentences),
        groups=tuple(
            (name, tuple(word for word in words if word in places)) for name, words in (groups or {}).items()
        ),
    )


def _cut(word: str) -> str:
    return word if len(word) <= MOST_LETTERS else f"{word[: MOST_LETTERS - 1]}…"


def drawn_words(lesson: LessonText) -> tuple[int, ...]:
    """Return the places of the words that are drawn: of the groups, or else the most frequent longer ones."""
    if lesson.groups:
        places = {word: place for place, word in enumerate(lesson.vocabulary)}
        return tuple(places[word] for _name, words in lesson.groups for word in words)
    order = sorted(range(len(lesson.vocabulary)), key=lambda place: len(lesson.vocabulary[place]) <= _SHORT)
    return tuple(order[:MOST_DRAWN])


def steps_of(lesson: LessonText) -> int:
    """Return how many places the window takes: one for each word of the text."""
    return lesson.words


def window_at(lesson: LessonText, step: int, *, reach: int) -> WordWindow:
    """Return the word and its neighbours at a step over the text; steps beyond its ends are at its ends.

    Args:
        lesson: The text.
        step: 0 is the first word of the text.
        reach: Words on either side.
    """
    step = min(max(step, 0), lesson.words - 1)
    for number, sentence in enumerate(lesson.sentences):
        if step < len(sentence):
            around = range(max(0, step - reach), min(len(sentence), step + reach + 1))
            return WordWindow(
                sentence=number, target=step, context=tuple(place for place in around if place != step)
            )
        step -= len(sentence)
    raise AssertionError("every step lies in a sentence")


def untrained(lesson: LessonText, settings: LiveSettings) -> LiveVectors:
    """Return the learning before it begins: small random vectors as word2vec starts from, all by chance."""
    draw, size = np.random.default_rng(settings.seed), settings.dimensions
    vectors = ((draw.random((len(lesson.vocabulary), size)) - 0.5) / size).astype(np.float32)
    shown = drawn_words(lesson)
    points = principal_components(unit_vectors(vectors[list(shown)]), 2, 0).points
    return LiveVectors(
        settings=settings,
        vocabulary=lesson.vocabulary,
        shown=shown,
        epochs=np.zeros(1, dtype=np.int64),
        losses=np.full(1, CHANCE_LOSS, dtype=np.float32),
        points=points[None],
        vectors=vectors,
    )


def nearest_learned(
    live: LiveVectors, plus: Sequence[str], minus: Sequence[str] = (), *, top_k: int = 5
) -> tuple[tuple[str, float], ...]:
    """Return the learned words nearest to a sum of words, without these, each with its cosine.

    Raises:
        InputError: A word does not stand in the text.
    """
    places = {word: place for place, word in enumerate(live.vocabulary)}
    for word in (*plus, *minus):
        if word not in places:
            raise InputError("“{word}” does not stand in the text that was learned from.", word=word)
    unit = unit_vectors(live.vectors)
    total = sum((unit[places[word]] for word in plus), np.zeros(unit.shape[1], np.float32))
    total = total - sum((unit[places[word]] for word in minus), np.zeros(unit.shape[1], np.float32))
    cosines = unit @ (total / max(float(np.linalg.norm(total)), 1e-9))
    cosines[[places[word] for word in (*plus, *minus)]] = -2
    best = np.argsort(-cosines, kind="stable")[: min(top_k, len(cosines) - len(plus) - len(minus))]
    return tuple((live.vocabulary[place], float(cosines[place])) for place in best)
