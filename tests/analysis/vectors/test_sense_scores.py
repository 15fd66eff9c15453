"""Measures of senses, against scikit-learn and plain loops on the same vectors."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import adjusted_rand_score, f1_score, silhouette_samples, silhouette_score
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from bertviz_core.analysis.vectors.sense_scores import (
    cluster_agreement,
    mean_silhouette,
    nearest_centroid_f1,
    nearest_centroids,
    nearest_neighbour_accuracy,
    silhouettes,
)
from bertviz_core.engine import BertEngine
from bertviz_core.results import WordLayers
from bertviz_core.samples.sets import sense_sentences

Case = tuple[NDArray[np.float32], NDArray[np.str_]]


def random_case(seed: int) -> Case:
    rng = np.random.default_rng(seed)
    senses = rng.permutation(np.array(["a"] * 9 + ["b"] * 14 + ["c"] * 5 + ["alone"]))
    vectors = rng.normal(size=(len(senses), 12)) + 3 + (senses == "b")[:, None] * rng.normal(size=12)
    return vectors.astype(np.float32), senses


@pytest.fixture(scope="module")
def planta(mini: BertEngine) -> tuple[WordLayers, NDArray[np.str_]]:
    """Return a word of three senses in the bundled model."""
    rows = [row for row in sense_sentences() if row.word == "planta"]
    layers = mini.word_layers([row.sentence for row in rows], "planta", inflected="es")
    return layers, np.array([rows[sentence].sense for sentence in layers.sentence_index])


@pytest.fixture(params=[0, 1, 2, 3, "layer 2", "layer 9", "concat_last_4"])
def case(request: pytest.FixtureRequest) -> Case:
    if isinstance(request.param, int):
        return random_case(request.param)
    layers, senses = request.getfixturevalue("planta")
    name = request.param.removeprefix("layer ")
    return layers.vectors(int(name) if name.isdigit() else name), senses


def cosine(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    one, other = one.astype(np.float64), other.astype(np.float64)
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_neighbours_and_silhouettes_are_those_of_scikit_learn(case: Case) -> None:
    vectors, senses = case
    exact = vectors.astype(np.float64)
    neighbour = KNeighborsClassifier(1, metric="cosine")
    leave_one_out = cross_val_score(neighbour, exact, senses, cv=LeaveOneOut()).mean()
    assert nearest_neighbour_accuracy(vectors, senses) == pytest.approx(leave_one_out)
    assert nearest_neighbour_accuracy(vectors, senses) == pytest.approx(leave_one_out)
    assert mean_silhouette(vectors, senses) == pytest.approx(silhouette_score(exact, senses, metric="cosine"))
    np.testing.assert_allclose(
        silhouettes(vectors, senses), silhouette_samples(exact, senses, metric="cosine"), atol=1e-9
    )


def test_the_nearest_centroid_is_that_of_a_plain_loop(case: Case) -> None:
    vectors, senses = case
    said = []
    for place, vector in enumerate(vectors):
        best, name = -2.0, ""
        for sense in sorted(set(senses.tolist())):
            others = [
                vectors[other].astype(np.float64) / np.linalg.norm(vectors[other].astype(np.float64))
                for other in range(len(vectors))
                if other != place and senses[other] == sense
            ]
            if others and (near := cosine(vector, np.mean(others, axis=0))) > best:
                best, name = near, sense
        said.append(name)
    assert nearest_centroids(vectors, senses).tolist() == said
    f1 = f1_score(senses, said, average="macro", labels=np.unique(senses), zero_division=0)
    assert nearest_centroid_f1(vectors, senses) == pytest.approx(f1)


def test_equal_nearest_vectors_count_in_parts() -> None:
    vectors = np.tile(np.random.default_rng(0).normal(size=7).astype(np.float32), (5, 1))
    senses = np.array(["a", "a", "a", "b", "b"])
    expected = (3 * 2 / 4 + 2 * 1 / 4) / 5  # each has four others as its nearest
    assert nearest_neighbour_accuracy(vectors, senses) == pytest.approx(expected)
    for order in ([3, 4, 0, 1, 2], [4, 2, 3, 1, 0]):
        again = nearest_neighbour_accuracy(vectors[order], senses[order])
        assert again == pytest.approx(expected)
    assert mean_silhouette(vectors, senses) == 0


def test_one_sense_has_no_silhouette_and_lonely_senses_do_not_fail() -> None:
    vectors = np.random.default_rng(0).normal(size=(4, 3))
    assert np.isnan(mean_silhouette(vectors, np.array(["a"] * 4)))
    lonely = np.array(["a", "b", "c", "d"])
    assert mean_silhouette(vectors, lonely) == 0
    assert nearest_neighbour_accuracy(vectors, lonely) == 0
    assert nearest_centroid_f1(vectors, lonely) == 0


def test_agreement_is_that_of_scikit_learn_and_noise_is_no_cluster() -> None:
    rng = np.random.default_rng(1)
    senses, labels = rng.choice(["a", "b", "c"], 40), rng.integers(0, 4, 40)
    assert cluster_agreement(labels, senses) == pytest.approx(adjusted_rand_score(senses, labels))
    assert cluster_agreement(np.array([0, 0, -1, -1]), np.array(["a", "a", "b", "c"])) == 1
    assert cluster_agreement(np.array([-1, -1, 0, 0]), np.array(["a", "a", "b", "b"])) < 1


def test_static_vectors_of_one_form_have_cosine_one(engine: BertEngine) -> None:
    sentences = ("el banco es alto", "un banco", "vi el banco del parque", "el banco")
    layers = engine.word_layers(sentences, "banco")
    static = layers.vectors("static")
    for one in static:
        for other in static:
            assert cosine(one, other) == pytest.approx(1, abs=1e-6)
    first, last = layers.vectors("last")[:2]
    assert cosine(first, last) < 0.9999
