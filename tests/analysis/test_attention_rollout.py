"""Rollout is the paper's product of layers, and its flow is made of the same parts."""

import numpy as np
import pytest

TEXT, PAIR = "La compañera hacía la cama", "the store."


def rollout_in_loops(attention):
    """Abnar & Zuidema (2020), equation 1, number by number; `attention` is (layers, heads, query, key)."""
    layers, heads, n, _ = attention.shape
    result, below = [], [[float(i == j) for j in range(n)] for i in range(n)]
    for layer in range(layers):
        mixed = []
        for i in range(n):
            row = [sum(float(attention[layer, h, i, j]) for h in range(heads)) / heads for j in range(n)]
            row = [0.5 * value + 0.5 * (i == j) for j, value in enumerate(row)]
            mixed.append([value / sum(row) for value in row])
        below = [[sum(mixed[i][k] * below[k][j] for k in range(n)) for j in range(n)] for i in range(n)]
        result.append(below)
    return np.array(result)


@pytest.mark.parametrize("pair", [None, PAIR])
def test_rollout_equals_the_formula_of_the_paper(engine, pair):
    rollout = engine.attention_rollout(TEXT, pair)
    expected = rollout_in_loops(engine.attention(TEXT, pair).weights)
    assert rollout.weights.shape == expected.shape
    assert rollout.weights.dtype == np.float32
    np.testing.assert_allclose(rollout.weights, expected, atol=1e-5)


def test_rows_sum_to_one(engine):
    weights = engine.attention_rollout(TEXT).weights
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    assert not np.allclose(weights.sum(axis=-2), 1, atol=1e-3)


def test_the_attention_beside_it_is_the_mean_of_the_heads(engine):
    rollout = engine.attention_rollout(TEXT)
    expected = engine.attention(TEXT).weights.mean(axis=1)
    np.testing.assert_allclose(rollout.attention, expected, atol=1e-6)


def test_the_whole_length_of_the_bundled_model_is_answered(mini):
    rollout = mini.attention_rollout("una palabra y otra " * 300)
    assert rollout.weights.shape == (12, 512, 512)
    assert rollout.encoding.truncated
    np.testing.assert_allclose(rollout.weights.sum(axis=-1), 1, atol=1e-4)


def test_the_flow_into_a_token_ends_where_its_rollout_says(engine):
    rollout = engine.attention_rollout(TEXT)
    for token in range(len(rollout.encoding)):
        steps = rollout.flow_into(token)
        np.testing.assert_allclose(steps.sum(axis=(1, 2)), 1, atol=1e-5)
        np.testing.assert_allclose(steps[0].sum(axis=0), rollout.weights[-1, token], atol=1e-5)
        assert steps[-1].sum(axis=1).argmax() == token


def test_what_enters_a_token_leaves_it(engine):
    steps = engine.attention_rollout(TEXT).flow_into(2)
    for below, above in zip(steps[:-1], steps[1:], strict=True):
        np.testing.assert_allclose(below.sum(axis=1), above.sum(axis=0), atol=1e-5)


def test_each_step_is_the_share_arriving_times_the_mixed_attention(tiny):
    rollout = tiny("bert").attention_rollout(TEXT)
    n, token = len(rollout.encoding), 3
    steps = rollout.flow_into(token)
    second = 0.5 * rollout.attention[2] + 0.5 * np.eye(n)
    for query in range(n):
        for key in range(n):
            expected = float(query == token) * second[query, key]
            assert steps[2, query, key] == pytest.approx(expected, abs=1e-6)
