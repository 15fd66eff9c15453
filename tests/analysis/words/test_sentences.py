"""Sentences compared in pairs: cosines of plain passes and plain loops."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from plain_pass import plain_states
from sklearn.decomposition import PCA

from bertviz_core.analysis.words.sentences import compare_sentences
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import Layers, Pooling, SentenceEmbeddings

SENTENCES = (
    "Saqué dinero del banco.",
    "The man went to the store.",
    "El sol sale.",
    "Eu vou guardar o queijo na geladeira.",
    "Saqué dinero del río.",
)
VECTORS: list[tuple[Pooling, Layers]] = [("cls", "last"), ("mean", 1), ("mean", "sum_last_4")]


def of_vectors(vectors: NDArray[np.floating]) -> SentenceEmbeddings:
    return SentenceEmbeddings(
        model="m",
        pooling="mean",
        layers="last",
        sentences=tuple(f"Sentence {row}." for row in range(len(vectors))),
        vectors=vectors.astype(np.float32),
        cut=(),
    )


def plain_vectors(engine: BertEngine, pooling: Pooling, layers: Layers) -> list[NDArray[np.floating]]:
    found = []
    for sentence in SENTENCES:
        states = plain_states(engine, sentence)
        tokens = {"last": states[-1], "sum_last_4": states[1:][-4:].sum(axis=0)}.get(layers)  # type: ignore[call-overload]
        tokens = states[layers] if tokens is None else tokens
        found.append(tokens[0] if pooling == "cls" else tokens[1:-1].mean(axis=0))
    return found


def assert_plain(engine: BertEngine, pooling: Pooling, layers: Layers, centred: bool) -> None:
    embeddings = engine.embed_sentences(SENTENCES, pooling=pooling, layers=layers)
    compared = compare_sentences(embeddings, centred=centred)
    assert (compared.centred, compared.pooling, compared.layers) == (centred, pooling, layers)
    vectors = plain_vectors(engine, pooling, layers)
    mean = sum(vectors) / len(vectors) if centred else 0
    for one, other in np.ndindex(5, 5):
        a, b = vectors[one] - mean, vectors[other] - mean
        expected = float(a @ b) / (float(a @ a) ** 0.5 * float(b @ b) ** 0.5)
        assert compared.cosine[one, other] == pytest.approx(expected, abs=2e-4)


@pytest.mark.parametrize(("pooling", "layers"), VECTORS)
@pytest.mark.parametrize("centred", [False, True])
def test_cosines_are_those_of_plain_passes(
    engine: BertEngine, pooling: Pooling, layers: Layers, centred: bool
) -> None:
    assert_plain(engine, pooling, layers, centred)


@pytest.mark.parametrize(("pooling", "layers"), VECTORS)
def test_cosines_of_the_bundled_model(mini: BertEngine, pooling: Pooling, layers: Layers) -> None:
    assert_plain(mini, pooling, layers, centred=False)
    assert_plain(mini, pooling, layers, centred=True)


def test_pairs_are_all_there_the_most_alike_first() -> None:
    compared = compare_sentences(of_vectors(np.random.default_rng(0).normal(size=(7, 5))))
    expected = {(a, b): compared.cosine[a, b] for a, b in combinations(range(7), 2)}
    assert {(pair.first, pair.second): pair.cosine for pair in compared.pairs} == pytest.approx(expected)
    cosines = [pair.cosine for pair in compared.pairs]
    assert cosines == sorted(cosines, reverse=True)
    assert compared.mean_cosine == pytest.approx(np.mean(list(expected.values())), abs=1e-6)


def test_alike_ones_stand_together_wherever_they_were_given() -> None:
    random = np.random.default_rng(1)
    centres = 4 * np.eye(3, 12)
    kinds = np.array([0, 1, 2] * 4)
    vectors = centres[kinds] + 0.1 * random.normal(size=(12, 12))
    compared = compare_sentences(of_vectors(vectors))
    assert sorted(compared.by_likeness) == list(range(12))
    ordered = kinds[list(compared.by_likeness)]
    assert (np.diff(ordered) != 0).sum() == 2


def test_points_are_those_of_principal_component_analysis() -> None:
    vectors = np.random.default_rng(2).normal(size=(9, 30))
    compared = compare_sentences(of_vectors(vectors))
    model = PCA(n_components=2).fit(vectors.astype(np.float32))
    np.testing.assert_allclose(np.abs(compared.points), np.abs(model.transform(vectors)), atol=1e-4)
    assert compared.explained == pytest.approx(model.explained_variance_ratio_.sum(), abs=1e-5)
    assert (compared.points[0] >= 0).all()


def test_a_shared_direction_is_taken_away() -> None:
    vectors = np.random.default_rng(3).normal(size=(40, 20)) + 10
    assert compare_sentences(of_vectors(vectors)).mean_cosine > 0.95
    assert abs(compare_sentences(of_vectors(vectors), centred=True).mean_cosine) < 0.05


def test_equal_sentences_are_compared_as_they_are(mini: BertEngine) -> None:
    same = mini.embed_sentences(["El sol sale."] * 3)
    for compared in (compare_sentences(same, centred=True), compare_sentences(same)):
        assert not compared.centred
        np.testing.assert_allclose(compared.cosine, 1, atol=1e-5)
        np.testing.assert_allclose(compared.points, 0, atol=1e-3)
    # Before the first layer [CLS] is the same in every sentence.
    first = mini.embed_sentences(SENTENCES, layers=0)
    assert not compare_sentences(first, centred=True).centred


def test_two_sentences_are_enough_and_a_vector_of_zeros_does_no_harm() -> None:
    two = compare_sentences(of_vectors(np.eye(2)), centred=True)
    assert two.cosine[0, 1] == pytest.approx(-1)
    zero = compare_sentences(of_vectors(np.array([[0.0, 0], [1, 0], [1, 1]])))
    assert zero.cosine[0].tolist() == [1, 0, 0]
    assert compare_sentences(of_vectors(np.ones((200, 4)))).cosine.shape == (200, 200)


@pytest.mark.parametrize("count", [1, 201])
def test_one_sentence_or_too_many_are_refused(count: int) -> None:
    with pytest.raises(InputError, match="write 2 to 200"):
        compare_sentences(of_vectors(np.ones((count, 3))))
