"""Which vectors of a word tell its senses apart? Every layer, every strategy, and a learned sum of layers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.sense_scores import (
    cluster_agreement,
    macro_f1,
    mean_silhouette,
    nearest_centroid_f1,
    nearest_centroids,
    nearest_neighbour_accuracy,
    neighbours_right,
    silhouettes,
)
from bertviz_core.analysis.words.clusters import SAMPLE, find_clusters
from bertviz_core.analysis.words.layers_mix import learn_layer_weights, mix_layers
from bertviz_core.label_forms import clean_label
from bertviz_core.results import (
    LAYER_STRATEGIES,
    NOISE,
    STATIC,
    WEIGHTED_SUM,
    ClusterMethod,
    LayerScores,
    Measure,
    Vectors,
    WordLayers,
)

FOLDS = 5
_SEED = 0
_MEASURES: tuple[Measure, ...] = ("neighbour", "centroid", "silhouette", "clusters")


def layer_scores(
    layers: WordLayers,
    senses: Sequence[str],
    *,
    method: ClusterMethod = "kmeans",
    count: int | None = None,
) -> LayerScores:
    """Measure how well each kind of vectors tells the senses of the occurrences apart.

    Of more than 1,000 occurrences, at most 1,000 with a sense are drawn, always the same.

    Args:
        layers: The occurrences.
        senses: Of each of them; empty where none is given. Without two of them the silhouette of the found
            clusters is measured instead.
        method: How clusters are found: `kmeans` or `hdbscan`.
        count: Of clusters, for k-means; None: the number from 2 to 6 with the best silhouette.
    """
    senses = [*map(clean_label, senses)]
    given = np.array(senses, dtype=np.str_)
    labelled = len(set(senses) - {""}) > 1
    occurrences, left_out = len(layers), int((given == "").sum()) if labelled else 0
    if len(layers) > SAMPLE:
        drawn = _drawn(np.flatnonzero(given != "") if labelled else np.arange(len(layers)))
        layers, given = layers.only(drawn), given[drawn]
    places = np.flatnonzero(given != "") if labelled else np.arange(len(layers))
    kinds: tuple[Vectors, ...] = (STATIC, *range(len(layers.states)), *LAYER_STRATEGIES)
    columns = []
    for kind in kinds:
        vectors = layers.vectors(kind)
        clusters = find_clusters(vectors, method=method, count=count)[places]
        columns.append(
            _measured(vectors[places], given[places], clusters)
            if labelled
            else [_cluster_silhouette(vectors[places], clusters)]
        )
    counts = Counter(given[places].tolist()) if labelled else Counter[str]()
    mix = _learned_mix(layers, given, places, method=method, count=count) if labelled else None
    return LayerScores(
        model=layers.model,
        word=layers.word,
        senses=tuple(counts),
        counts=tuple(counts.values()),
        occurrences=occurrences,
        measured=len(places),
        sentences=layers.only(places).different_sentences,
        left_out=left_out,
        vectors=(*kinds, WEIGHTED_SUM) if mix else kinds,
        measures=_MEASURES if labelled else ("silhouette",),
        values=np.array([*columns, mix.measured] if mix else columns).T,
        weights=mix.weights if mix else np.zeros(0),
        folds=mix.folds if mix else 0,
    )


@dataclass(frozen=True, slots=True)
class _Mix:
    measured: list[float]
    weights: NDArray[np.float64]
    folds: int


def _learned_mix(
    layers: WordLayers,
    given: NDArray[np.str_],
    places: NDArray[np.int64],
    *,
    method: ClusterMethod,
    count: int | None,
) -> _Mix | None:
    """Learn the weighted sum and measure it on each fold with weights learned without its labels.

    Neighbours and centroids are those among all occurrences, as for the other vectors. Returns None where no
    sense has two occurrences.
    """
    senses, states = given[places], layers.states[:, places]
    fold_of = _folds(senses)
    folds = int(fold_of.max()) + 1
    if folds < 2:
        return None
    right, widths = np.zeros(len(senses)), np.zeros(len(senses))
    said = senses.copy()
    agreement: list[tuple[int, float]] = []
    for fold in range(folds):
        held = fold_of == fold
        weights = learn_layer_weights(states, senses, np.flatnonzero(~held))
        vectors = mix_layers(states, weights)
        right[held] = neighbours_right(vectors, senses)[held]
        said[held] = nearest_centroids(vectors, senses)[held]
        widths[held] = silhouettes(vectors, senses)[held]
        if len(set(senses[held].tolist())) > 1:
            clusters = find_clusters(mix_layers(layers.states, weights), method=method, count=count)[places]
            agreement.append((int(held.sum()), cluster_agreement(clusters[held], senses[held])))
    agreed = sum(size * value for size, value in agreement) / max(sum(size for size, _ in agreement), 1)
    return _Mix(
        [float(right.mean()), macro_f1(senses, said), float(widths.mean()), agreed if agreement else np.nan],
        learn_layer_weights(states, senses, np.arange(len(senses))),
        folds,
    )


def _folds(senses: NDArray[np.str_]) -> NDArray[np.int64]:
    """Deal the occurrences of each sense to up to five folds, in an order that is always the same."""
    most = max(Counter(senses.tolist()).values())
    order = np.random.default_rng(_SEED).permutation(len(senses))
    order = order[np.argsort(senses[order], kind="stable")]
    fold_of = np.empty(len(senses), dtype=np.int64)
    fold_of[order] = np.arange(len(senses)) % min(FOLDS, most)
    return fold_of


def _drawn(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places, of many the same 1,000 each time."""
    if len(places) <= SAMPLE:
        return places
    return np.sort(np.random.default_rng(_SEED).choice(places, SAMPLE, replace=False))


def _measured(
    vectors: NDArray[np.float32], senses: NDArray[np.str_], clusters: NDArray[np.int64]
) -> list[float]:
    """Return the measures in their order."""
    return [
        nearest_neighbour_accuracy(vectors, senses),
        nearest_centroid_f1(vectors, senses),
        mean_silhouette(vectors, senses),
        cluster_agreement(clusters, senses),
    ]


def _cluster_silhouette(vectors: NDArray[np.float32], clusters: NDArray[np.int64]) -> float:
    """Return the mean silhouette of what is in a cluster; NaN where there is one cluster only."""
    inside = clusters != NOISE
    return mean_silhouette(vectors[inside], clusters[inside].astype(np.str_)) if inside.any() else np.nan
