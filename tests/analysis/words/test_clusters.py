"""Clusters of occurrences: planted ones are found, few points never fail, names come from contexts."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, silhouette_score

from bertviz_core.analysis.words.cluster_words import typical_words
from bertviz_core.analysis.words.clusters import FEW, SAMPLE, TRIED, find_clusters, word_clusters
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.results import CLUSTER_METHODS, NOISE, ClusterMethod, WordClusters, WordLayers
from bertviz_core.samples.sets import sense_sentences

METHODS = pytest.mark.parametrize("method", CLUSTER_METHODS)


def planted(sizes: tuple[int, ...], *, dimension: int = 48, seed: int = 0) -> NDArray[np.float32]:
    """Return vectors around as many centres, which all lie in much the same direction."""
    rng = np.random.default_rng(seed)
    centres = 20 + rng.normal(size=(len(sizes), dimension))
    noise = 0.15 * rng.normal(size=(sum(sizes), dimension))
    return (np.repeat(centres, sizes, axis=0) + noise).astype(np.float32)


def contexts(word: str, *sentences: str) -> WordLayers:
    """Return occurrences of a word, one a sentence, with vectors that say nothing."""
    return WordLayers(
        model="none",
        word=word,
        sentences=sentences,
        sentence_index=np.arange(len(sentences)),
        spans=np.array([(text.index(word), text.index(word) + len(word)) for text in sentences]),
        pieces=((word,),) * len(sentences),
        states=np.zeros((2, len(sentences), 4), dtype=np.float32),
        static=np.zeros((len(sentences), 4), dtype=np.float32),
        without=(),
        cut=(),
    )


@METHODS
@pytest.mark.parametrize("sizes", [(9, 7), (14, 14, 14), (40, 30, 20, 10)])
def test_planted_clusters_are_found_and_numbered_by_size(
    method: ClusterMethod, sizes: tuple[int, ...]
) -> None:
    order = np.random.default_rng(1).permutation(sum(sizes))
    truth = np.repeat(np.arange(len(sizes)), sizes)[order]
    labels = find_clusters(planted(sizes)[order], method=method)
    assert adjusted_rand_score(truth, labels) == 1
    assert np.bincount(labels).tolist() == sorted(sizes, reverse=True)


def test_the_number_of_clusters_is_as_asked() -> None:
    vectors = planted((12, 12, 12))
    for count in (1, 2, 3, 5):
        assert len(np.unique(find_clusters(vectors, count=count))) == count


def scatter(vectors: NDArray[np.floating], labels: NDArray[np.int64]) -> float:
    """Return the sum of squared distances from the means of the clusters."""
    groups = [vectors[labels == cluster].astype(np.float64) for cluster in np.unique(labels)]
    return sum(float(np.square(group - group.mean(axis=0)).sum()) for group in groups)


def require_no_looser(vectors: NDArray[np.floating]) -> None:
    """Compare with the best of scikit-learn's ten beginnings, for every number of clusters that is tried."""
    directions = vectors - vectors.mean(axis=0)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    for count in (count for count in TRIED if count < len(vectors)):
        theirs = KMeans(count, n_init=10, random_state=0).fit_predict(directions)
        ours = find_clusters(vectors, count=count)
        assert len(np.unique(ours)) == count
        assert scatter(directions, ours) <= scatter(directions, theirs) * (1 + 1e-5)


@pytest.mark.parametrize("n", [3, 6, 12, 25, FEW])
def test_clusters_of_few_vectors_are_no_looser_than_those_of_scikit_learn(n: int) -> None:
    for seed, dimension in enumerate((4, 48, 384)):
        require_no_looser(np.random.default_rng(seed).normal(size=(n, dimension)).astype(np.float32))


@pytest.mark.parametrize(("language", "word"), [("es", "banco"), ("en", "bank"), ("pt", "banco")])
def test_clusters_of_a_written_word_are_no_looser_than_those_of_scikit_learn(
    mini: BertEngine, language: str, word: str
) -> None:
    rows = [row for row in sense_sentences() if (row.language, row.word) == (language, word)]
    layers = mini.word_layers([row.sentence for row in rows], word, inflected=language)
    for vectors in (1, 6, "concat_last_4"):
        require_no_looser(layers.vectors(vectors))


def test_more_clusters_than_different_vectors_are_as_many_as_these() -> None:
    vectors = np.repeat(np.eye(3, 6, dtype=np.float32), (4, 2, 1), axis=0)
    assert find_clusters(vectors, count=5).tolist() == [0] * 4 + [1] * 2 + [2]
    assert find_clusters(vectors).tolist() == [0] * 4 + [1] * 2 + [2]


def test_vectors_of_zeros_are_grouped() -> None:
    vectors = np.concatenate([np.zeros((4, 5)), np.eye(2, 5), -np.eye(2, 5)]).astype(np.float32)
    for count in range(2, 6):
        labels = find_clusters(vectors, count=count)
        assert len(np.unique(labels)) == count
        assert len(np.unique(labels[:4])) == 1


def test_the_best_number_has_the_highest_silhouette() -> None:
    vectors = np.random.default_rng(3).normal(size=(40, 10)) + 5
    vectors[:13] += 1
    directions = vectors - vectors.mean(axis=0)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    scores = {k: silhouette_score(directions, find_clusters(vectors, count=k)) for k in range(2, 7)}
    found = find_clusters(vectors)
    assert silhouette_score(directions, found) == pytest.approx(max(scores.values()))
    assert len(np.unique(found)) == max(scores, key=scores.__getitem__)


@METHODS
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 15])
def test_few_points_are_grouped_without_an_error(method: ClusterMethod, count: int) -> None:
    vectors = np.random.default_rng(count).normal(size=(count, 6)).astype(np.float32)
    labels = find_clusters(vectors, method=method)
    assert labels.shape == (count,)
    assert labels.dtype == np.int64
    assert labels.min() >= NOISE
    if count < 3:
        assert labels.tolist() == [0] * count


def test_of_three_points_the_two_close_ones_are_together() -> None:
    vectors = np.array([[1, 0, 0], [0, 1, 0.1], [0, 1, 0]])
    assert find_clusters(vectors).tolist() == [1, 0, 0]


@METHODS
@pytest.mark.parametrize("count", [2, 7, SAMPLE + 200])
def test_equal_vectors_are_one_cluster(method: ClusterMethod, count: int) -> None:
    """The static vector of a word is the same everywhere, but for rounding."""
    vectors = np.tile(np.random.default_rng(0).normal(size=80).astype(np.float32), (count, 1))
    vectors *= 1 + 1e-7 * np.random.default_rng(1).normal(size=vectors.shape)
    assert not find_clusters(vectors, method=method).any()
    assert not find_clusters(vectors, method=method, count=4).any()


@METHODS
def test_two_vectors_that_recur_are_two_clusters(method: ClusterMethod) -> None:
    vectors = np.repeat(np.eye(2, 5, dtype=np.float32), (6, 4), axis=0)
    assert find_clusters(vectors, method=method).tolist() == [0] * 6 + [1] * 4


@METHODS
def test_thousands_of_vectors_are_grouped(method: ClusterMethod) -> None:
    sizes = (2000, 1800, 1200)
    labels = find_clusters(planted(sizes, dimension=128), method=method, count=None)
    assert adjusted_rand_score(np.repeat(np.arange(3), sizes), labels) > 0.99


@METHODS
def test_the_same_vectors_give_the_same_clusters(method: ClusterMethod) -> None:
    vectors = np.random.default_rng(5).normal(size=(60, 12))
    first, again = (find_clusters(vectors, method=method) for _ in range(2))
    np.testing.assert_array_equal(first, again)


def test_a_common_part_of_all_vectors_changes_nothing() -> None:
    vectors = planted((10, 10))
    np.testing.assert_array_equal(find_clusters(vectors - vectors.mean(axis=0)), find_clusters(vectors + 100))


def test_unknown_methods_and_numbers_are_refused() -> None:
    vectors = planted((4, 4))
    with pytest.raises(InputError, match="“dbscan”"):
        find_clusters(vectors, method="dbscan")  # type: ignore[arg-type]
    for count in (0, -1, 13):
        with pytest.raises(InputError, match="from 1 to 12"):
            find_clusters(vectors, count=count)


def test_clusters_are_named_by_words_of_their_contexts() -> None:
    layers = contexts(
        "banco",
        "El banco guarda mi dinero en una hipoteca.",
        "Del banco saqué dinero para la hipoteca.",
        "Un banco presta dinero y cobra la hipoteca.",
        "El banco del parque es de madera.",
        "En un banco del parque, de madera, me senté.",
        "Ese banco de madera está en el parque.",
    )
    labels = np.array([0, 0, 0, 1, 1, 1])
    money, seat = typical_words(layers, labels)
    assert set(money[:2]) == {"dinero", "hipoteca"}
    assert set(seat[:2]) == {"parque", "madera"}
    assert not {"el", "un", "de", "banco"} & {word.casefold() for word in (*money, *seat)}


def test_words_of_an_unknown_language_are_told_from_its_grammar() -> None:
    layers = contexts(
        "Bank",
        "Die Bank hat mir das Geld und den Kredit gegeben.",
        "Bei der Bank liegt das Geld für den Kredit.",
        "Auf die Bank bringt er das Geld.",
        "Die Bank im Garten hat das Holz und den Lack verloren.",
        "Auf der Bank aus Holz saß er im Garten.",
        "Die Bank steht im Garten für das Kind.",
    )
    money, seat = typical_words(layers, np.array([0, 0, 0, 1, 1, 1]))
    assert set(money[:2]) == {"Geld", "Kredit"}
    assert "Garten" in seat[:2]


def test_occurrences_without_context_are_named_by_number() -> None:
    clusters = word_clusters(contexts("sol", "sol", "sol", "sol"), 1)
    assert clusters.names == ("1",)
    assert clusters.sizes == (3,)


def test_no_two_names_are_alike() -> None:
    labels = np.array([0, 1, 1, NOISE, 2])
    clusters = WordClusters(
        method="hdbscan", labels=labels, words=(("agua", "mar"), ("agua", "mar", "sal"), ())
    )
    assert clusters.names == ("agua, mar", "agua, mar (2)", "3")
    assert clusters.sizes == (1, 2, 1)
    assert clusters.noise == 1


def test_the_senses_of_bank_are_found_in_the_bundled_model(mini: BertEngine) -> None:
    rows = [row for row in sense_sentences() if (row.language, row.word) == ("en", "bank")]
    layers = mini.word_layers([row.sentence for row in rows], "bank", inflected="en")
    clusters = word_clusters(layers, "concat_last_4", count=2)
    senses = [rows[sentence].sense for sentence in layers.sentence_index]
    assert adjusted_rand_score(senses, clusters.labels) > 0.5
    written = " ".join(layers.sentences)
    assert all(word in written for words in clusters.words for word in words)
