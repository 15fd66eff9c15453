"""Cosines of all pairs, and an order that puts like ones together."""

import numpy as np
import pytest

from bertviz_core.analysis.words import neighbours as module
from bertviz_core.analysis.words.neighbours import (
    cosine_matrix,
    mean_cosines,
    nearest_alike,
    nearest_occurrences,
    order_in_groups,
)


def plain_cosine(one, other):
    return (one @ other) / (np.sqrt(one @ one) * np.sqrt(other @ other))


@pytest.mark.parametrize("centred", [False, True])
def test_cosines_are_those_of_a_plain_loop(centred):
    vectors = np.random.default_rng(0).normal(size=(7, 5)).astype(np.float16) + 2
    found = cosine_matrix(vectors, centred=centred)
    rows = vectors.astype(np.float64) - (vectors.astype(np.float64).mean(axis=0) if centred else 0)
    for one in range(7):
        for other in range(7):
            assert found[one, other] == pytest.approx(plain_cosine(rows[one], rows[other]), abs=1e-6)


@pytest.mark.parametrize("centred", [False, True])
def test_some_are_compared_as_among_all(centred):
    vectors = np.random.default_rng(2).normal(size=(9, 4)).astype(np.float32) + 1
    some = np.array([7, 2, 5])
    np.testing.assert_allclose(
        cosine_matrix(vectors, rows=some, centred=centred),
        cosine_matrix(vectors, centred=centred)[np.ix_(some, some)],
        atol=1e-6,
    )


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_the_nearest_are_those_of_a_plain_loop(centred, dtype, monkeypatch):
    monkeypatch.setattr(module, "_ROWS", 4)
    vectors = (np.random.default_rng(3).normal(size=(11, 6)) + 1).astype(dtype)
    names = np.array(["a", "b", "", "a", "b", "a", "b", "a", "", "b", "a"])
    rows = vectors.astype(np.float64) - (vectors.astype(np.float64).mean(axis=0) if centred else 0)
    right = []
    for one in range(11):
        cosines = {other: plain_cosine(rows[one], rows[other]) for other in range(11) if other != one}
        expected = sorted(cosines, key=cosines.__getitem__, reverse=True)
        nearest, found = nearest_occurrences(vectors, one, count=4, centred=centred)
        assert nearest.tolist() == expected[:4]
        np.testing.assert_allclose(found, [cosines[other] for other in expected[:4]], atol=1e-6)
        if names[one]:
            right.append(names[next(other for other in expected if names[other])] == names[one])
    assert nearest_alike(vectors, names, centred=centred) == pytest.approx(np.mean(right))


def test_one_occurrence_has_no_neighbours():
    nearest, cosines = nearest_occurrences(np.ones((1, 3)), 0, count=5, centred=True)
    assert len(nearest) == len(cosines) == 0


@pytest.mark.parametrize("n", [1, 2, 3])
def test_equal_vectors_are_no_trouble(n):
    assert np.isfinite(cosine_matrix(np.ones((n, 4)), centred=True)).all()
    assert sorted(order_in_groups(np.ones((n, n), np.float32), [0] * n)) == list(range(n))


def test_like_ones_stand_together_within_their_group():
    turn = np.array([0, 3, 0, 3, 0, 3, 1, 1])
    vectors = np.eye(4)[turn] + 0.01 * np.random.default_rng(1).normal(size=(8, 4))
    order = order_in_groups(cosine_matrix(vectors), [1, 1, 1, 1, 0, 0, 0, 0])
    assert sorted(order[:4]) == [4, 5, 6, 7] and sorted(order[4:]) == [0, 1, 2, 3]
    assert sum(a != b for a, b in zip(turn[order[4:-1]], turn[order[5:]], strict=True)) == 1


def test_mean_cosines_are_those_of_a_plain_loop():
    cosines = cosine_matrix(np.random.default_rng(4).normal(size=(6, 3)))
    names = np.array(["a", "b", "", "a", "b", "a"])
    pairs = [(one, other) for one in range(6) for other in range(6) if one != other]
    named = [(one, other) for one, other in pairs if names[one] and names[other]]
    expected = (
        np.mean([cosines[pair] for pair in pairs]),
        np.mean([cosines[pair] for pair in named if names[pair[0]] == names[pair[1]]]),
        np.mean([cosines[pair] for pair in named if names[pair[0]] != names[pair[1]]]),
    )
    np.testing.assert_allclose(mean_cosines(cosines, names), expected, atol=1e-6)
    assert np.isnan(mean_cosines(cosines[:1, :1], names[:1])).all()


@pytest.mark.parametrize("most", [1000, 1])
def test_several_nearest_ones_count_in_parts(most, monkeypatch):
    monkeypatch.setattr(module, "MOST_EXACT", most)
    vectors = np.random.default_rng(0).normal(size=(3, 6)).astype(np.float32)[[0, 0, 0, 0, 1, 2]]
    names = np.array(["a", "a", "b", "a", "b", "b"])
    same = [2 / 3, 2 / 3, 0, 2 / 3]  # of the three others that are equal
    unit = vectors.astype(np.float64) / np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    for row in (4, 5):
        cosines = np.round(unit @ unit[row], 9)
        cosines[row] = -2
        same.append((names[cosines == cosines.max()] == names[row]).mean())
    assert nearest_alike(vectors, names) == pytest.approx(np.mean(same))
    order = np.array([5, 2, 0, 4, 1, 3])
    assert nearest_alike(vectors[order], names[order]) == pytest.approx(np.mean(same))


def test_equal_vectors_are_not_centred():
    vectors = np.full((4, 5), 0.1, np.float32)
    np.testing.assert_allclose(cosine_matrix(vectors, centred=True), 1, atol=1e-6)
