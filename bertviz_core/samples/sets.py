"""The written sets: word senses, blanks to fill, pairs of sentences, film reviews and messages.

Written for this project, never used to train the bundled model, so that any model of the family can be
measured on them. Each set is a tab-separated file beside this module, read once.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class SenseSentence:
    """A sentence with one occurrence of an ambiguous word; `sense` is in the language of the sentence.

    The word may stand in its plural (`bancos`) or begin with a capital.
    """

    language: str
    word: str
    sense: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloze:
    """A sentence with one `[MASK]` and the words a person would accept in it."""

    language: str
    sentence: str
    accepted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemedBlank:
    """A sentence with one `[MASK]` to begin with, chosen because the bundled model answers it well."""

    language: str
    theme: str
    """`home`, `food`, `school`, `city`, `nature`, `family`, `money` or `grammar`."""
    sentence: str
    accepted: tuple[str, ...]
    """Words a person would accept, the most usual one first; the model's first answer is among them."""

    @property
    def whole(self) -> str:
        """The sentence with its most usual word."""
        return self.sentence.replace("[MASK]", self.accepted[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class SentencePair:
    """Two short everyday sentences, the second of which follows the first or has nothing to do with it."""

    language: str
    is_next: bool
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledText:
    """A text and the class it was written for."""

    language: str
    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPair:
    """Two sentences and the class they were written for."""

    language: str
    label: str
    first: str
    second: str


@cache
def sense_sentences() -> tuple[SenseSentence, ...]:
    """Read the sentences of all word senses in the order of the file: those of a sense stand together."""
    return tuple(SenseSentence(**row) for row in _rows("senses"))


@cache
def cloze_sentences() -> tuple[Cloze, ...]:
    """Read the sentences with a blank about everyday knowledge."""
    return tuple(
        Cloze(
            language=row["language"],
            sentence=row["sentence"],
            accepted=tuple(row["accepted"].split("|")),
        )
        for row in _rows("cloze")
    )


@cache
def themed_blanks(language: str) -> tuple[ThemedBlank, ...]:
    """Read the sentences to begin with in one language, theme by theme."""
    return tuple(
        ThemedBlank(
            language=language,
            theme=row["theme"],
            sentence=row["sentence"],
            accepted=tuple(row["accepted"].split("|")),
        )
        for row in _rows("examples")
        if row["language"] == language
    )


@cache
def sentence_pairs() -> tuple[SentencePair, ...]:
    """Read the pairs of sentences; every first sentence stands once with each answer."""
    return tuple(
        SentencePair(
            language=row["language"],
            is_next=row["is_next"] == "1",
            first=row["first"],
            second=row["second"],
        )
        for row in _rows("next_sentence_pairs")
    )


@cache
def film_reviews() -> tuple[LabelledText, ...]:
    """Read the reviews of invented films, labelled `good` or `bad`."""
    return tuple(LabelledText(**row) for row in _rows("film_reviews"))


@cache
def spam_messages() -> tuple[LabelledText, ...]:
    """Read the short messages, labelled `spam` or `ham` (wanted mail)."""
    return tuple(LabelledText(**row) for row in _rows("spam"))


@cache
def more_film_reviews() -> tuple[LabelledText, ...]:
    """Read further reviews, to learn from together with the others."""
    return tuple(LabelledText(**row) for row in _rows("film_reviews_more"))


@cache
def more_spam_messages() -> tuple[LabelledText, ...]:
    """Read further messages, to learn from together with the others."""
    return tuple(LabelledText(**row) for row in _rows("spam_more"))


@cache
def paraphrases() -> tuple[LabelledPair, ...]:
    """Read the pairs of sentences that mean the `same` or something `different`."""
    return tuple(LabelledPair(**row) for row in _rows("paraphrases"))


@cache
def entailments() -> tuple[LabelledPair, ...]:
    """Read the pairs whose second sentence is an `entailment`, `neutral` or a `contradiction`.

    Three pairs one after the other are about one topic.
    """
    return tuple(LabelledPair(**row) for row in _rows("entailment"))


def _rows(name: str) -> list[dict[str, str]]:
    """Read a file of this folder; quotation marks in it are text."""
    with (_FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
