"""One layer step by step: it ends where the model's own pass does, in every family."""

import numpy as np
import pytest
from scipy.special import erf

from bertviz_core.errors import InputError, TextTooLongError

TEXT, PAIR = "La compañera hacía la cama", "the store."


def states_of(engine, text, pair=None):
    kept = []
    engine.hidden_states(
        [(text, pair) if pair else text], take=lambda _number, _encoding, states: kept.append(states.copy())
    )
    return kept[0]


@pytest.mark.parametrize("pair", [None, PAIR])
def test_steps_lead_from_the_states_that_enter_to_those_that_leave(engine, pair):
    states, weights = states_of(engine, TEXT, pair), engine.attention(TEXT, pair).weights
    for layer in range(engine.info.layers):
        steps = engine.layer_steps(TEXT, pair, layer=layer)
        np.testing.assert_allclose(steps.entering, states[layer], atol=1e-5)
        np.testing.assert_allclose(steps.weights, weights[layer], atol=1e-5)
        np.testing.assert_allclose(steps.leaving, states[layer + 1], atol=1e-5)


def test_every_step_is_made_of_the_one_before(engine):
    """In plain NumPy, from the parts that the answer names."""
    steps = engine.layer_steps(TEXT, layer=1)

    def through(states, part):
        return states.astype(np.float64) @ part.weight + part.bias

    def normed(states, norm):
        return norm.gamma * (states - norm.mean[:, None]) / norm.deviation[:, None] + norm.beta

    def close(found, expected):
        np.testing.assert_allclose(found, expected, atol=2e-5)

    n, heads = len(steps.encoding), engine.info.heads
    for vectors, part in (
        (steps.queries, steps.query_matrix),
        (steps.keys, steps.key_matrix),
        (steps.values, steps.value_matrix),
    ):
        close(vectors, through(steps.entering, part).reshape(n, heads, -1).transpose(1, 0, 2))
    close(steps.scores, steps.queries @ steps.keys.transpose(0, 2, 1))
    exponentials = np.exp(steps.scores * steps.scale)
    close(steps.weights, exponentials / exponentials.sum(axis=-1, keepdims=True))
    close(steps.contexts, steps.weights @ steps.values)
    close(steps.joined, np.concatenate(list(steps.contexts), axis=1))
    close(steps.attention, through(steps.joined, steps.join_matrix))
    close(steps.first_sum, steps.entering + steps.attention)
    close(steps.between, normed(steps.first_sum, steps.first_norm))
    close(steps.wide, through(steps.between, steps.wide_matrix))
    assert steps.activation in ("gelu", "gelu_new")
    near = 1e-5 if steps.activation == "gelu" else 1e-3  # the second is an approximation of the first
    gelu = steps.wide * 0.5 * (1 + erf(steps.wide / np.sqrt(2)))
    np.testing.assert_allclose(steps.activated, gelu, atol=near)
    close(steps.feed_forward, through(steps.activated, steps.narrow_matrix))
    close(steps.second_sum, steps.between + steps.feed_forward)
    close(steps.leaving, normed(steps.second_sum, steps.second_norm))


def test_what_cannot_be_followed_is_said(tiny):
    engine = tiny("bert")
    with pytest.raises(InputError, match="no such layer"):
        engine.layer_steps(TEXT, layer=engine.info.layers)
    with pytest.raises(TextTooLongError, match="Shorten it"):
        engine.layer_steps("la " * 60, layer=0)


def test_nobody_can_change_the_model_through_an_answer(tiny):
    engine = tiny("bert")
    steps = engine.layer_steps(TEXT, layer=0)
    steps.query_matrix.weight[:] = 0
    assert engine.layer_steps(TEXT, layer=0).query_matrix.weight.any()
