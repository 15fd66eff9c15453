"""Distances between heads equal plain loops over the formula; the map of them is a good and a fixed one."""

import math

import numpy as np
import pytest

from bertviz_core.analysis.attention import heads_similarity
from bertviz_core.analysis.attention.heads_similarity import flat_map, jensen_shannon


def slow_divergence(p, q):
    """Jensen-Shannon divergence in bits as the mean of two Kullback-Leibler divergences."""
    mixed = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return sum(a * math.log2(a / m) / 2 for row in (p, q) for a, m in zip(row, mixed, strict=True) if a > 0)


@pytest.mark.parametrize("pair", [None, "the store."])
def test_distances_equal_plain_loops(engine, pair):
    similarity = engine.head_similarity("La compañera hacía", pair)
    weights = engine.attention("La compañera hacía", pair).weights.astype(float)
    layers, heads, n, _ = weights.shape
    flat = weights.reshape(layers * heads, n, n).tolist()
    expected = [[sum(map(slow_divergence, one, other)) / n for other in flat] for one in flat]
    assert (similarity.layers, similarity.heads) == (layers, heads)
    assert similarity.queries.tolist() == list(range(n))
    np.testing.assert_allclose(similarity.distances, expected, atol=2e-5)


def test_rows_that_share_nothing_are_one_bit_apart_and_equal_rows_none():
    rows = np.zeros((3, 1, 4), dtype=np.float32)
    rows[0, 0, :2] = rows[1, 0, 2:] = rows[2, 0, 2:] = 0.5
    np.testing.assert_allclose(jensen_shannon(rows), [[0, 1, 1], [1, 0, 0], [1, 0, 0]], atol=1e-6)


def test_long_inputs_are_compared_in_an_even_spread_of_rows(tiny, monkeypatch):
    engine = tiny("bert")
    text = "the man went to the store and bought a gallon of milk " * 3
    n = len(engine.encode(text))
    monkeypatch.setattr(heads_similarity, "WORK", 66 * n * 12)  # twelve heads make 66 pairs
    similarity = engine.head_similarity(text)
    steps = np.diff(similarity.queries)
    assert len(similarity.queries) == 12 < n
    assert (similarity.queries[0], similarity.queries[-1]) == (0, n - 1)
    assert steps.max() - steps.min() <= 1
    rows = engine.attention(text).weights[:, :, similarity.queries].reshape(12, 12, n)
    np.testing.assert_allclose(similarity.distances, jensen_shannon(rows), atol=1e-6)


def test_points_of_a_plane_are_found_again():
    plane = np.random.default_rng(0).normal(size=(20, 2))
    distances = np.linalg.norm(plane[:, None] - plane[None], axis=-1)
    places, stress = flat_map(distances)
    np.testing.assert_allclose(np.linalg.norm(places[:, None] - places[None], axis=-1), distances, atol=1e-6)
    assert stress < 1e-6


def test_the_map_is_the_same_every_time_and_its_stress_is_that_of_its_places(mini):
    first, second = (mini.head_similarity("El perro come pan.") for _ in range(2))
    np.testing.assert_array_equal(first.places, second.places)
    assert first.places.shape == (144, 2)
    apart = np.linalg.norm(first.places[:, None] - first.places[None], axis=-1)
    wrong = math.sqrt(((apart - first.distances) ** 2).sum() / (first.distances**2).sum())
    assert first.stress == pytest.approx(wrong, abs=1e-4)
    assert first.stress < 0.35


def test_a_map_of_one_head_or_of_equal_heads_is_one_point():
    for points in (1, 5):
        places, stress = flat_map(np.zeros((points, points)))
        assert places.shape == (points, 2)
        assert not places.any() and stress == 0
