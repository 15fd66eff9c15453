"""Attention is the model's own: equal to a plain forward pass, rows are queries."""

import weakref

import numpy as np
import pytest
import torch
from transformers import AutoModel, AutoTokenizer


@pytest.mark.parametrize("pair", [None, "the store."])
def test_weights_equal_a_plain_forward_pass(engine, pair):
    text = "La compañera hacía la cama"
    tokenizer = AutoTokenizer.from_pretrained(engine.info.id)
    # Asked for by name: transformers leaves ALBERT's segments out, which ALBERT was trained with.
    inputs = tokenizer(text, pair, return_tensors="pt", return_token_type_ids=engine.info.has_segments)
    plain = AutoModel.from_pretrained(engine.info.id, attn_implementation="eager").eval()
    with torch.no_grad():
        expected = torch.cat(plain(**inputs, output_attentions=True).attentions).numpy()
    maps = engine.attention(text, pair)
    assert maps.weights.shape == expected.shape
    assert maps.weights.dtype == np.float32
    np.testing.assert_allclose(maps.weights, expected, atol=1e-5)


def test_rows_are_queries_and_sum_to_one(engine):
    weights = engine.attention("the man went to the store").weights
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    assert not np.allclose(weights.sum(axis=-2), 1, atol=1e-2)


def test_a_map_belongs_to_its_tokens(engine):
    maps = engine.attention("the cat sat on the mat")
    n = len(maps.encoding.tokens)
    assert maps.weights.shape == (engine.info.layers, engine.info.heads, n, n)
    assert maps.model == engine.info.id


def test_the_shared_array_cannot_be_changed(tiny):
    weights = tiny("bert").attention("banco").weights
    with pytest.raises(ValueError, match="read-only"):
        weights[0] = 0


@pytest.mark.parametrize("pair", [None, "the store."])
def test_layers_come_one_by_one_in_order_and_equal_the_whole(engine, pair):
    layers = []
    encoding = engine.attention_layers("La compañera hacía", pair, take=lambda *layer: layers.append(layer))
    whole = engine.attention("La compañera hacía", pair)
    assert [number for number, _ in layers] == list(range(engine.info.layers))
    np.testing.assert_allclose(np.stack([weights for _, weights in layers]), whole.weights, atol=1e-6)
    assert encoding.ids.tolist() == whole.encoding.ids.tolist()


def test_a_layer_is_let_go_once_it_was_taken(tiny):
    """At no layer is an earlier one still alive, unless the receiver keeps it."""
    earlier, alive = [], []

    def take(number, weights):
        alive.append([reference() is not None for reference in earlier])
        earlier.append(weakref.ref(weights))

    tiny("bert").attention_layers("the man went", take=take)
    assert alive == [[False] * number for number in range(3)]


def test_an_error_of_the_receiver_comes_out_as_it_is(tiny):
    engine = tiny("bert")
    with pytest.raises(ZeroDivisionError):
        engine.attention_layers("the man", take=lambda number, weights: 1 / 0)
    assert engine.attention("the man").weights.size
