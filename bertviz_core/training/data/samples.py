"""The written sets from which a task is learned, by name and language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from bertviz_core.errors import InputError
from bertviz_core.results import PreparedData, TaggedExample, Task, TextExample
from bertviz_core.samples.questions import QUESTIONS
from bertviz_core.samples.sets import (
    LabelledPair,
    LabelledText,
    entailments,
    film_reviews,
    more_film_reviews,
    more_spam_messages,
    paraphrases,
    spam_messages,
)
from bertviz_core.samples.tagging import TAGGED_LANGUAGES, tagged_sentences
from bertviz_core.training.data.prepare import prepare_tagged, prepare_texts
from bertviz_core.training.data.questions import ALL, read_questions

SAMPLES: dict[str, Task] = {
    "spam": "sentence",
    "film_reviews": "sentence",
    "paraphrases": "pair",
    "entailment": "pair",
    "tagging": "tagging",
    "questions": "question",
}
"""The task of each written set."""

_TEXTS: dict[str, Callable[[], Sequence[LabelledText]]] = {
    "spam": lambda: (*spam_messages(), *more_spam_messages()),
    "film_reviews": lambda: (*film_reviews(), *more_film_reviews()),
}
_PAIRS: dict[str, Callable[[], Sequence[LabelledPair]]] = {
    "paraphrases": paraphrases,
    "entailment": entailments,
}
_TOPIC = 3
"""Pairs of entailment one after the other that are about the same."""


def sample_languages(name: str) -> tuple[str, ...]:
    """Return the languages of a written set, all of them together first."""
    return (ALL, *TAGGED_LANGUAGES) if name == "tagging" else (ALL, "es", "en", "pt")


@lru_cache(maxsize=8)
def sample_data(name: str, *, language: str = ALL, seed: int = 0) -> PreparedData:
    """Return a written set, parted.

    Raises:
        InputError: There is no such set, or not in this language.
    """
    if name not in SAMPLES or language not in sample_languages(name):
        raise InputError("There is no written set “{name}” in “{language}”.", name=name, language=language)
    title = name if language == ALL else f"{name} ({language})"
    prepared = _prepared(name, title, language, seed)
    return replace(prepared, notes=replace(prepared.notes, written=True))


def _prepared(name: str, title: str, language: str, seed: int) -> PreparedData:
    if name == "questions":
        return read_questions(QUESTIONS.read_text(encoding="utf-8"), name=title, seed=seed, language=language)
    if name == "tagging":
        codes = TAGGED_LANGUAGES if language == ALL else (language,)
        sentences = [
            TaggedExample(tokens=sentence.tokens, tags=sentence.tags, language=code)
            for code in codes
            for sentence in tagged_sentences(code)
        ]
        return prepare_tagged(sentences, name=title, seed=seed)
    rows = [
        TextExample(text=row.text, label=row.label, language=row.language)
        for row in (_TEXTS[name]() if name in _TEXTS else ())
        if language in (ALL, row.language)
    ]
    pairs = [row for row in (_PAIRS[name]() if name in _PAIRS else ()) if language in (ALL, row.language)]
    rows += [
        TextExample(text=row.first, pair=row.second, label=row.label, language=row.language) for row in pairs
    ]
    topics = [place // _TOPIC for place in range(len(rows))] if name == "entailment" else []
    return prepare_texts(rows, task=SAMPLES[name], name=title, seed=seed, topics=topics)
