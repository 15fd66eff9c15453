"""Cosines of all pairs, and an order that puts like ones together."""

import numpy as np
import pytest

from bertviz_core.analysis.occurrence_cosines import cosine_matrix, order_in_groups


@pytest.mark.parametrize("centred", [False, True])
def test_cosines_are_those_of_a_plain_loop(centred):
    vectors = np.random.default_rng(0).normal(size=(7, 5)).astype(np.float16) + 2
    found = cosine_matrix(vectors, centred=centred)
    rows = vectors.astype(np.float64) - (vectors.astype(np.float64).mean(axis=0) if centred else 0)
    for one in range(7):
        for other in range(7):
            lengths = np.sqrt(rows[one] @ rows[one]) * np.sqrt(rows[other] @ rows[other])
            assert found[one, other] == pytest.approx(rows[one] @ rows[other] / lengths, abs=1e-6)


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
