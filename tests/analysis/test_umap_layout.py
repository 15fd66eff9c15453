"""The graph is that of the reference implementation, and the layout as good as its own."""

from __future__ import annotations

import numpy as np
import pytest
import umap
from sklearn.manifold import trustworthiness
from umap.umap_ import find_ab_params, fuzzy_simplicial_set

from bertviz_core.analysis.cosine_neighbours import cosine_neighbours
from bertviz_core.analysis.projection import project
from bertviz_core.analysis.umap_layout import A, B, neighbour_graph


@pytest.mark.parametrize(
    ("n", "count", "equal"), [(4, 3, 1), (12, 5, 1), (60, 15, 1), (300, 15, 1), (40, 8, 4)]
)
def test_the_graph_is_the_reference(n: int, count: int, equal: int) -> None:
    vectors = np.random.default_rng(n).normal(size=(n, 30)).astype(np.float32)
    vectors = vectors[np.arange(n) // equal]
    nearest, distances = cosine_neighbours(vectors, count)
    expected, _, _ = fuzzy_simplicial_set(
        vectors,
        count,
        np.random.RandomState(0),
        "cosine",
        knn_indices=nearest.astype(np.int32),
        knn_dists=distances,
    )
    assert neighbour_graph(nearest, distances).toarray() == pytest.approx(expected.toarray(), abs=2e-5)


def test_the_curve_is_the_reference() -> None:
    assert pytest.approx(find_ab_params(1.0, 0.1), abs=1e-4) == (A, B)


def test_the_layout_keeps_neighbours_as_the_reference_does() -> None:
    random = np.random.default_rng(0)
    vectors = (random.normal(size=(5, 40))[np.arange(150) % 5] + random.normal(size=(150, 40))).astype(
        np.float32
    )
    ours, theirs = [], []
    for seed in range(3):
        reference = umap.UMAP(metric="cosine", random_state=seed, n_jobs=1).fit_transform(vectors)
        theirs.append(trustworthiness(vectors, reference, metric="cosine"))
        ours.append(trustworthiness(vectors, project(vectors, "umap", seed=seed).points, metric="cosine"))
    assert np.mean(ours) > np.mean(theirs) - 0.02
