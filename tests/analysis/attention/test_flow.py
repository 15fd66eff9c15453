"""Rollout is the paper's product of layers, and its flow is made of the same parts."""

from itertools import pairwise

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
    for below, above in pairwise(steps):
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


def test_the_flow_out_of_a_token_fills_its_column(engine):
    rollout = engine.attention_rollout(TEXT)
    token = 2
    steps = rollout.flow_out_of(token)
    np.testing.assert_allclose(steps.sum(axis=2), rollout.weights[:, :, token], atol=1e-5)
    assert not steps[0][:, [k for k in range(len(rollout.encoding)) if k != token]].any()


@pytest.mark.parametrize("pair", [None, PAIR])
def test_a_token_without_special_ones_has_rows_that_sum_to_one(engine, pair):
    rollout = engine.attention_rollout(TEXT, pair)
    token = 2
    flow = rollout.of_token(token, special=False)
    ordinary = [i for i, special in enumerate(rollout.encoding.special) if not special]
    assert flow.places.tolist() == ordinary
    for layer in range(engine.info.layers):
        row = [float(rollout.weights[layer, token, key]) for key in ordinary]
        expected = [value / sum(row) for value in row]
        assert flow.rollout[layer].tolist() == pytest.approx(expected, abs=1e-6)
    np.testing.assert_allclose(flow.attention.sum(axis=1), 1, atol=1e-5)


def test_a_special_token_that_was_chosen_is_not_left_out(engine):
    rollout = engine.attention_rollout(TEXT)
    assert 0 in rollout.of_token(0, special=False).places


def test_where_a_token_goes_is_its_column_without_any_scaling(engine):
    rollout = engine.attention_rollout(TEXT)
    flow = rollout.of_token(3, direction="to")
    np.testing.assert_array_equal(flow.rollout, rollout.weights[:, :, 3])
    np.testing.assert_array_equal(flow.attention, rollout.attention[:, :, 3])


def test_lines_between_ordinary_tokens_are_rescaled_layer_by_layer(tiny):
    rollout = tiny("bert").attention_rollout(TEXT)
    steps = rollout.of_token(3, special=False).steps
    whole = rollout.flow_into(3)[:, 1:-1, 1:-1]
    for layer in range(3):
        np.testing.assert_allclose(steps[layer], whole[layer] / whole[layer].sum(), atol=1e-6)


@pytest.mark.parametrize("token", [-1, 99])
def test_a_token_that_is_not_there_is_an_error(tiny, token):
    with pytest.raises(IndexError):
        tiny("bert").attention_rollout(TEXT).of_token(token)
