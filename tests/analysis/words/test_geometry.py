"""How alike the occurrences of a word are: the mean over all pairs, written out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from bertviz_core.analysis.words import geometry as self_similarity
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import RandomWords, WordLayers

SENTENCES = (
    "Saqué dinero del banco y me senté en el banco.",
    "El banco de la plaza.",
    "La compañera del banco.",
    "El sol del banco sale.",
)
SENSES = ("dinero", "asiento", "asiento", "", "dinero")


@pytest.fixture(scope="module")
def random(mini: BertEngine) -> RandomWords:
    return mini.random_words(count=40)


def plain_mean(vectors: np.ndarray, pairs: list[tuple[int, int]]) -> float:
    lengths = np.linalg.norm(vectors, axis=1)
    return float(np.mean([vectors[a] @ vectors[b] / lengths[a] / lengths[b] for a, b in pairs]))


@pytest.mark.parametrize("centred", [False, True])
def test_means_are_those_of_every_pair(engine: BertEngine, centred: bool) -> None:
    found, random = engine.word_layers(SENTENCES, "banco"), engine.random_words(SENTENCES, count=20)
    geometry = engine.word_geometry(found, senses=SENSES, centred=centred, random=random)
    pairs = list(combinations(range(5), 2))
    known = [(a, b) for a, b in pairs if SENSES[a] and SENSES[b]]
    for layer, states in enumerate(found.states.astype(np.float64)):
        moved = states - random.states[layer].astype(np.float64).mean(axis=0) if centred else states
        expected = (
            plain_mean(moved, pairs),
            plain_mean(moved, [(a, b) for a, b in known if SENSES[a] == SENSES[b]]),
            plain_mean(moved, [(a, b) for a, b in known if SENSES[a] != SENSES[b]]),
        )
        assert geometry.same_sense is not None and geometry.different_senses is not None
        got = (geometry.self_similarity, geometry.same_sense, geometry.different_senses)
        np.testing.assert_allclose([row[layer] for row in got], expected, atol=2e-5)
    np.testing.assert_array_equal(geometry.anisotropy, random.anisotropy[int(centred)])
    np.testing.assert_array_equal(geometry.in_sentence, random.in_sentence[int(centred)])


def test_adjusted_lines_are_those_of_the_paper(mini: BertEngine, random: RandomWords) -> None:
    geometry = mini.word_geometry(mini.word_layers(SENTENCES, "banco"), senses=SENSES, random=random)
    raw, adjusted = geometry.lines(), geometry.lines(adjusted=True)
    assert list(raw) == list(adjusted)
    for name, values in raw.items():
        np.testing.assert_allclose(adjusted[name], values - random.anisotropy[0])
    assert not adjusted["anisotropy"].any()


def test_random_words_are_drawn_where_none_are_given(mini: BertEngine) -> None:
    geometry = mini.word_geometry(mini.word_layers(SENTENCES, "banco"))
    assert geometry.random_words == 300
    assert (geometry.same_sense, geometry.different_senses) == (None, None)
    assert list(geometry.lines()) == ["self_similarity", "in_sentence", "anisotropy"]


def test_a_sense_of_one_sentence_has_no_pair(mini: BertEngine, random: RandomWords) -> None:
    found = mini.word_layers(SENTENCES[1:3], "banco")
    geometry = mini.word_geometry(found, senses=("a", "b"), random=random)
    assert geometry.same_sense is not None and np.isnan(geometry.same_sense).all()
    assert "same_sense" not in geometry.lines()
    np.testing.assert_allclose(geometry.lines()["different_senses"], geometry.self_similarity)
    alone = mini.word_geometry(found, senses=("a", ""), random=random)
    assert alone.same_sense is None


def test_five_thousand_occurrences_make_no_matrix(
    mini: BertEngine, random: RandomWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = mini.word_layers(SENTENCES, "banco")
    rows = np.arange(5_000) % len(found)
    states = found.states[:, rows].astype(np.float16)
    many: WordLayers = replace(
        found, states=states, sentence_index=found.sentence_index[rows], spans=found.spans[rows]
    )
    largest = 0
    unit_vectors = self_similarity.unit_vectors

    def watched(vectors: np.ndarray) -> np.ndarray:
        nonlocal largest
        largest = max(largest, vectors.size)
        return unit_vectors(vectors)

    monkeypatch.setattr(self_similarity, "unit_vectors", watched)
    geometry = mini.word_geometry(many, random=random)
    few = mini.word_geometry(found, random=random)
    pairs, same = 5_000 * 4_999, 5 * 1_000 * 999  # a copy of itself has cosine 1
    expected = (few.self_similarity * 20 * 1_000**2 + same) / pairs
    np.testing.assert_allclose(geometry.self_similarity, expected, atol=1e-3)
    assert largest == 5_000 * 384


def test_what_cannot_be_compared_is_refused(mini: BertEngine, random: RandomWords) -> None:
    found = mini.word_layers(SENTENCES, "banco")
    with pytest.raises(InputError, match="5 occurrences"):
        mini.word_geometry(found, senses=("a", "b"), random=random)
    with pytest.raises(InputError, match="only once"):
        mini.word_geometry(mini.word_layers(SENTENCES, "plaza"), random=random)
