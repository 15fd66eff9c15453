"""Sums of bundled word vectors: the numbers are those of plain loops, and unknown words are told."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.analysis.history.vectors import (
    gender_leans,
    known_word,
    word_cosine,
    word_neighbours,
    word_sum,
)
from bertviz_core.errors import InputError
from bertviz_core.models.static_vectors import STATIC_LANGUAGES, packed, static_vectors
from bertviz_core.results import StaticVectors

WORDS = ("man", "woman", "king", "queen", "bread")
# Royalty and gender are the first two numbers, something else the third.
ROWS = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 2], [1, 1, 2], [-3, 0.2, -1]], dtype=np.float32)


@pytest.fixture(scope="module")
def small() -> StaticVectors:
    return packed("en", WORDS, np.array([50, 40, 30, 20, 10]), ROWS)


def test_a_sum_is_answered_by_the_nearest_other_word(small: StaticVectors) -> None:
    answer = word_sum(small, "man", "king", "woman", top_k=2)
    unit = ROWS / np.linalg.norm(ROWS, axis=1, keepdims=True)
    total = unit[2] - unit[0] + unit[1]
    expected = unit @ total / np.linalg.norm(total)
    assert answer.near.words == ("queen", "bread")
    np.testing.assert_allclose(answer.near.cosines, expected[[3, 4]], atol=0.01)
    assert answer.near.counts.tolist() == [20, 10]
    assert set(answer.whole.words) == {WORDS[place] for place in np.argsort(-expected)[:2]}
    assert answer.points.shape == (4 + answer.answers, 2)


def test_neighbours_leave_the_word_itself_out(small: StaticVectors) -> None:
    answer = word_neighbours(small, " King ", top_k=3)
    assert (answer.word, answer.count, answer.rank) == ("king", 30, 3)
    assert answer.near.words[0] == "queen" and "king" not in answer.near.words


def test_leans_come_from_cosines_and_counts(small: StaticVectors) -> None:
    leans = gender_leans(
        small, {"queen": (1, 3), "king": (9, 1), "unknown": (1, 1)}, man="man", woman="woman"
    )
    assert [lean.word for lean in leans] == ["queen", "king"]
    assert leans[0].share == 0.75 and leans[0].difference > 0 > leans[1].difference


@pytest.mark.parametrize(
    ("typed", "said"),
    [("quen", "Did you mean “queen”"), ("", "no word"), ("x" * 41, "letters"), ("zzzz", "another one")],
)
def test_unknown_words_are_told_with_the_nearest_spelling(
    small: StaticVectors, typed: str, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        known_word(small, typed)


@pytest.mark.parametrize("language", STATIC_LANGUAGES)
def test_the_bundled_vectors_are_whole_and_small(language: str) -> None:
    vectors = static_vectors(language)
    assert vectors.codes.shape == (30_000, 100) and vectors.codes.dtype == np.int8
    assert len(vectors.words) == len(set(vectors.words)) == len(vectors.places)
    assert (np.diff(vectors.counts) <= 0).all()
    lengths = np.linalg.norm(vectors.codes[:500].astype(np.float32) * vectors.scales[:500, None], axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-5)
    assert word_cosine(vectors, vectors.words[7], vectors.words[7]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("language", "words", "answer"),
    [
        ("es", "hombre rey mujer", "reina"),
        ("en", "man king woman", "queen"),
        ("pt", "homem rei mulher", "rainha"),
    ],
)
def test_king_minus_man_plus_woman(language: str, words: str, answer: str) -> None:
    assert answer in word_sum(static_vectors(language), *words.split(), top_k=5).near.words
