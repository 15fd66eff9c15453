"""Clusters as the word views ask for them."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.analysis.words.clusters import MOST_CLUSTERS, find_clusters
from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.clusters import Clustering, found_clusters, usual_clustering
from bertviz_core.ui.words.question import AskedWord
from bertviz_core.ui.words.ready_sets import ready_sets


def asked(engine: BertEngine, senses: list[str] | None = None) -> AskedWord:
    ready = ready_sets()["es-planta"]
    sentences = tuple(sentence for sentence, _ in ready.rows)
    given = tuple(senses or (sense for _, sense in ready.rows))
    layers = engine.word_layers(sentences, ready.word, inflected="es")
    return AskedWord(word=ready.word, sentences=sentences, senses=given, layers=layers, key=("test", given))


def test_as_many_clusters_as_senses_are_the_usual_ones(mini: BertEngine) -> None:
    question = asked(mini)
    assert usual_clustering(question) == Clustering("kmeans", 3)
    found = found_clusters(question, "concat_last_4")
    vectors = question.layers.vectors("concat_last_4")
    np.testing.assert_array_equal(found.labels, find_clusters(vectors, count=3))
    assert sum(found.sizes) == len(question.layers)
    assert found is found_clusters(question, "concat_last_4", Clustering("kmeans", 3))


@pytest.mark.parametrize("senses", [[""] * 42, ["one"] * 42])
def test_without_senses_the_best_number_is_looked_for(mini: BertEngine, senses: list[str]) -> None:
    question = asked(mini, senses)
    assert usual_clustering(question) == Clustering("kmeans")
    found = found_clusters(question, 9)
    np.testing.assert_array_equal(found.labels, find_clusters(question.layers.vectors(9)))


def test_of_many_senses_as_many_clusters_are_found_as_can_be_told_apart(mini: BertEngine) -> None:
    question = asked(mini, [f"sense {number}" for number in range(42)])
    assert usual_clustering(question).count == MOST_CLUSTERS
    assert len(found_clusters(question, "last")) == MOST_CLUSTERS


def test_layers_and_ways_are_kept_apart(mini: BertEngine) -> None:
    question = asked(mini)
    dense = found_clusters(question, 9, Clustering("hdbscan"))
    assert dense.method == "hdbscan"
    np.testing.assert_array_equal(dense.labels, find_clusters(question.layers.vectors(9), method="hdbscan"))
    assert len(found_clusters(question, "static")) < 4  # as many as forms of the word
