"""Scores of every layer and strategy, and of the sum with learned weights."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.sense_scores import (
    cluster_agreement,
    mean_silhouette,
    nearest_centroid_f1,
    nearest_neighbour_accuracy,
)
from bertviz_core.analysis.words.clusters import SAMPLE, find_clusters
from bertviz_core.analysis.words.layers import FOLDS, layer_scores
from bertviz_core.analysis.words.layers_mix import (
    CLASSIFIER_DECAY,
    WEIGHT_DECAY,
    learn_layer_weights,
    mix_layers,
)
from bertviz_core.engine import BertEngine
from bertviz_core.results import LAYER_STRATEGIES, WordLayers
from bertviz_core.samples.sets import sense_sentences

LAYERS = 5


def occurrences(states: NDArray[np.floating], static: NDArray[np.float32] | None = None) -> WordLayers:
    """Return occurrences with these vectors (layers + 1, n, hidden), one a sentence."""
    count = states.shape[1]
    return WordLayers(
        model="none",
        word="sol",
        sentences=("el sol sale",) * count,
        sentence_index=np.arange(count),
        spans=np.tile([3, 6], (count, 1)),
        pieces=(("sol",),) * count,
        states=states,
        static=np.ones((count, 4), dtype=np.float32) if static is None else static,
        without=(),
        cut=(),
    )


def parted(layer: int, count: int = 24, *, seed: int = 0) -> tuple[WordLayers, list[str]]:
    """Return occurrences whose two senses only one layer tells apart."""
    rng = np.random.default_rng(seed)
    states = rng.normal(size=(LAYERS + 1, count, 16)).astype(np.float32)
    senses = ["a", "b"] * (count // 2)
    states[layer] += 4 * rng.normal(size=(2, 16)).astype(np.float32)[[0, 1] * (count // 2)]
    return occurrences(states), senses


@pytest.mark.parametrize("layer", [0, 2, 5])
def test_the_layer_that_tells_the_senses_apart_is_the_best(layer: int) -> None:
    layers, senses = parted(layer)
    scores = layer_scores(layers, senses, count=2)
    assert scores.best_layer("neighbour") == (layer, 1.0)
    assert scores.best_layer("clusters") == (layer, 1.0)
    assert scores.best_layer("silhouette")[0] == layer
    assert scores.weights.argmax() == layer
    assert scores.weights.sum() == pytest.approx(1)
    assert scores.values[:, -1].min() > 0.4  # the learned sum looks at it


def test_every_number_is_that_of_its_own_vectors(mini: BertEngine) -> None:
    rows = [row for row in sense_sentences() if (row.language, row.word) == ("en", "bat")]
    layers = mini.word_layers([row.sentence for row in rows], "bat", inflected="en")
    senses = np.array([rows[sentence].sense for sentence in layers.sentence_index])
    scores = layer_scores(layers, senses.tolist(), count=2)
    assert scores.vectors == ("static", *range(mini.info.layers + 1), *LAYER_STRATEGIES, "weighted_sum")
    for place, kind in enumerate(scores.vectors[:-1]):
        vectors = layers.vectors(kind)
        assert scores.values[:, place].tolist() == pytest.approx(
            [
                nearest_neighbour_accuracy(vectors, senses),
                nearest_centroid_f1(vectors, senses),
                mean_silhouette(vectors, senses),
                cluster_agreement(find_clusters(vectors, count=2), senses),
            ]
        )
    assert scores.majority == ("animal", 0.5)
    assert (scores.occurrences, scores.measured, scores.left_out, scores.folds) == (28, 28, 0, FOLDS)


def test_every_family_is_measured(engine: BertEngine) -> None:
    sentences = ("saqué dinero del banco", "el banco es alto", "un banco del parque", "el banco cobra")
    layers = engine.word_layers(sentences, "banco")
    scores = layer_scores(layers, ["money", "seat", "seat", "money"])
    assert scores.values.shape == (4, engine.info.layers + 3 + len(LAYER_STRATEGIES))
    assert np.isfinite(scores.values[:3]).all()
    assert np.abs(scores.values[np.isfinite(scores.values)]).max() <= 1


def test_the_learned_sum_never_sees_the_labels_it_is_scored_on() -> None:
    """Labels without any sense: learned on all of them the sum would look good."""
    rng = np.random.default_rng(0)
    accuracies = []
    for _ in range(12):
        layers = occurrences(rng.normal(size=(LAYERS + 1, 30, 8)).astype(np.float32))
        scores = layer_scores(layers, rng.permutation(["a", "b"] * 15).tolist(), count=2)
        accuracies.append(scores.of("neighbour")[-1])
    assert np.mean(accuracies) == pytest.approx(14 / 29, abs=0.08)


def test_weights_are_those_of_a_plain_minimum() -> None:
    layers, senses = parted(3, count=12)
    states, labels = layers.states, np.array(senses)
    learned = learn_layer_weights(states, labels, np.arange(12))
    lengths = np.sqrt((states**2).sum(axis=2).mean(axis=1))
    even = states / lengths[:, None, None]
    features = torch.from_numpy(even - even.mean(axis=1, keepdims=True))

    weights = torch.zeros(LAYERS + 1, requires_grad=True)
    matrix, shift = torch.zeros(16, 2, requires_grad=True), torch.zeros(2, requires_grad=True)
    descent = torch.optim.Adam([weights, matrix, shift], lr=0.02)
    for _ in range(3000):
        descent.zero_grad()
        mixed = sum(share * layer for share, layer in zip(weights.softmax(0), features, strict=True)) * 4
        loss = torch.nn.functional.cross_entropy(
            mixed @ matrix + shift, torch.from_numpy((labels == "b") * 1)
        )
        (loss + CLASSIFIER_DECAY * (matrix**2).sum() + WEIGHT_DECAY * (weights**2).sum()).backward()
        descent.step()
    np.testing.assert_allclose(learned, weights.softmax(0).detach().numpy(), atol=0.02)
    np.testing.assert_array_equal(learned, learn_layer_weights(states, labels, np.arange(12)))
    expected = (learned[:, None, None] * even).sum(axis=0)
    np.testing.assert_allclose(mix_layers(states, learned), expected, atol=1e-5)


def test_occurrences_without_a_sense_are_left_out_and_counted() -> None:
    layers, senses = parted(2)
    some = ["", "", *senses[2:]]
    kept = occurrences(layers.states[:, 2:])
    scores, alone = (layer_scores(own, s, count=2) for own, s in ((layers, some), (kept, senses[2:])))
    assert (scores.measured, scores.left_out, sum(scores.counts)) == (22, 2, 22)
    np.testing.assert_allclose(scores.values[:3, :-1], alone.values[:3, :-1])


@pytest.mark.parametrize(
    "senses", [["a", "b"], ["a", "b", "c"], ["a", "a", "b"], ["a", "", "b", "b"], ["a", "b", "b", "b", "c"]]
)
def test_senses_with_one_occurrence_do_not_fail(senses: list[str]) -> None:
    rng = np.random.default_rng(0)
    layers = occurrences(rng.normal(size=(LAYERS + 1, len(senses), 8)).astype(np.float32))
    for method in ("kmeans", "hdbscan"):
        scores = layer_scores(layers, senses, method=method)
        assert np.isfinite(scores.of("neighbour")).all()
        assert scores.labelled


def test_without_senses_the_clusters_are_measured() -> None:
    layers, senses = parted(4)
    scores = layer_scores(layers, [""] * len(senses))
    assert (scores.measures, scores.senses, scores.labelled) == (("silhouette",), (), False)
    vectors = layers.vectors(4)
    clusters = find_clusters(vectors)
    assert scores.of("silhouette")[5] == pytest.approx(mean_silhouette(vectors, clusters.astype(str)))
    assert scores.best_layer("silhouette")[0] == 4
    assert np.isnan(scores.of("silhouette")[0])  # static: one cluster
    lone = layer_scores(occurrences(layers.states[:, :1]), [""])
    assert np.isnan(lone.values).all()


def test_of_thousands_some_are_drawn_always_the_same() -> None:
    rng = np.random.default_rng(2)
    layers = occurrences(rng.normal(size=(3, SAMPLE + 300, 6)).astype(np.float32))
    senses = rng.choice(["a", "b"], SAMPLE + 300).tolist()
    first, again = (layer_scores(layers, senses, count=2) for _ in range(2))
    assert (first.measured, first.occurrences, first.drawn) == (SAMPLE, SAMPLE + 300, True)
    np.testing.assert_array_equal(first.values, again.values)
