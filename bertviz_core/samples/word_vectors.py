"""Written questions for word vectors: analogies, and pairs of words with a judgement how alike they are."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal, get_args

from bertviz_core.samples.sets import SenseSentence, sense_sentences

_A_SENSE = 4
_FOLDER = Path(__file__).parent

AnalogyKind = Literal["family", "gender", "capital", "plural", "form"]
ANALOGY_KINDS: tuple[AnalogyKind, ...] = get_args(AnalogyKind)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalogyQuestion:
    """*a* is to *b* as *c* to *d*; the vectors are asked for *d*."""

    language: str
    kind: AnalogyKind
    a: str
    b: str
    c: str
    d: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPair:
    """Two words and how alike their meanings are, from 0 (nothing in common) to 10, as we judge it."""

    language: str
    first: str
    second: str
    judgement: float


LESSON_SUMS = {"es": "rey − hombre + mujer", "en": "king − man + woman", "pt": "rei − homem + mulher"}
"""What is asked first of vectors learned from the written text of a language."""

_OCCUPATIONS = {
    "es": "médico profesor soldado presidente maestro criado enfermera maestra criada cocinera",
    "en": "doctor professor soldier president teacher nurse secretary servant captain cook",
    "pt": "médico professor soldado presidente criado criada professora cozinheira advogado engenheiro",
}
_MEN = {
    "es": "él hombre hombres señor don",
    "en": "he him his man men mr",
    "pt": "ele homem homens senhor",
}
_WOMEN = {
    "es": "ella mujer mujeres señora doña",
    "en": "she her hers woman women mrs",
    "pt": "ela mulher mulheres senhora",
}


def occupations(language: str) -> tuple[str, ...]:
    """Return the occupations beside which men and women are counted in what vectors were learned from."""
    return tuple(_OCCUPATIONS[language].split())


def gender_marks(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that speak of men, and those that speak of women."""
    return frozenset(_MEN[language].split()), frozenset(_WOMEN[language].split())


@cache
def analogy_questions(language: str) -> tuple[AnalogyQuestion, ...]:
    """Read the 60 analogies of a language, twelve of each kind."""
    return tuple(AnalogyQuestion(**row) for row in _rows("analogies", language))  # type: ignore[arg-type]


@cache
def word_pairs(language: str) -> tuple[WordPair, ...]:
    """Read the 40 judged pairs of a language."""
    return tuple(
        WordPair(
            language=language,
            first=row["first"],
            second=row["second"],
            judgement=float(row["judgement"]),
        )
        for row in _rows("word_pairs", language)
    )


@cache
def occurrence_sets(language: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return sentences of ambiguous words with their senses, four sentences a sense, by the word."""
    found: dict[str, dict[str, list[str]]] = {}
    for one in (*sense_sentences(), *(SenseSentence(**row) for row in _rows("occurrences", language))):
        if one.language == language:
            sentences = found.setdefault(one.word, {}).setdefault(one.sense, [])
            if len(sentences) < _A_SENSE and _stands_in(one.word, one.sentence):
                sentences.append(one.sentence)
    return {
        word: tuple((sentence, sense) for sense, own in senses.items() for sentence in own)
        for word, senses in found.items()
    }


def _stands_in(word: str, sentence: str) -> bool:
    return re.search(rf"\b{word}\b", sentence) is not None


@cache
def written_lesson(language: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return a text to learn word vectors from, one sentence a line, and its words by groups of like ones.

    The file holds sentences with alternatives, `the [dog|cat] runs`: every combination is a sentence. They
    stand in an order drawn once.
    """
    rows = _rows("word_lessons", language)
    groups = {row["group"]: tuple(row["text"].split()) for row in rows if row["group"]}
    sentences = [one for row in rows if not row["group"] for one in _combinations(row["text"])]
    Random(1).shuffle(sentences)
    return "\n".join(sentences), groups


def _combinations(text: str) -> list[str]:
    parts = re.split(r"\[([^\]]*)\]", text)
    choices = [part.split("|") if number % 2 else [part] for number, part in enumerate(parts)]
    return ["".join(one) for one in product(*choices)]


def _rows(name: str, language: str) -> list[dict[str, str]]:
    with (_FOLDER / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["language"] == language]
