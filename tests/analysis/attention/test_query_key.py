"""From query and key to weight: the vectors are the model's own, and lead to its weights."""

import numpy as np
import pytest
from transformers import AutoModel

from bertviz_core.errors import InputError

TEXT = "La compañera hacía la cama"


def every_head(engine):
    return [(layer, head) for layer in range(engine.info.layers) for head in range(engine.info.heads)]


@pytest.mark.parametrize("pair", [None, "the store."])
def test_softmax_of_the_scaled_scores_is_the_heads_attention(engine, pair):
    weights = engine.attention(TEXT, pair).weights
    for layer, head in every_head(engine):
        answer = engine.query_key(TEXT, pair, layer=layer, head=head)
        scaled = answer.scores.astype(np.float64) * answer.scale
        exponentials = np.exp(scaled - scaled.max(axis=1, keepdims=True))
        softmax = exponentials / exponentials.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(softmax, weights[layer, head], atol=1e-5)
        np.testing.assert_allclose(answer.weights, weights[layer, head], atol=1e-5)


def test_scores_are_the_sums_of_the_products(engine):
    answer = engine.query_key(TEXT, layer=1, head=2)
    n, d = answer.queries.shape
    assert d == engine.info.hidden_size // engine.info.heads
    assert answer.scale == pytest.approx(d**-0.5)
    for query in range(n):
        terms = answer.products(query)
        for key in range(n):
            expected = [answer.queries[query, i] * answer.keys[key, i] for i in range(d)]
            assert terms[key].tolist() == pytest.approx(expected, abs=1e-6)
            assert answer.scores[query, key] == pytest.approx(sum(expected), abs=1e-4)


@pytest.mark.parametrize("head", [0, 3])
def test_the_vectors_are_those_of_the_weights_in_the_file(tiny, head):
    """Written out with the matrices of a plain model, so that query and key cannot be exchanged."""
    engine = tiny("bert")
    plain = AutoModel.from_pretrained(engine.info.id).eval()
    encoding = engine.encode(TEXT)
    ids = plain.dummy_inputs["input_ids"].new_tensor(encoding.ids[np.newaxis])
    entering = plain(ids, output_hidden_states=True).hidden_states[2][0].detach().numpy()
    module = plain.encoder.layer[2].attention.self
    rows = slice(8 * head, 8 * head + 8)
    answer = engine.query_key(TEXT, layer=2, head=head)
    for vectors, linear in ((answer.queries, module.query), (answer.keys, module.key)):
        matrix, bias = linear.weight.detach().numpy()[rows], linear.bias.detach().numpy()[rows]
        np.testing.assert_allclose(vectors, entering @ matrix.T + bias, atol=1e-5)


def test_arrays_own_their_memory(tiny):
    answer = tiny("bert").query_key(TEXT, layer=0, head=0)
    assert answer.queries.base is None
    assert answer.keys.base is None


@pytest.mark.parametrize(("layer", "head"), [(3, 0), (-1, 0), (0, 4), (0, -1), (99, 99)])
def test_a_head_that_is_not_there_is_refused_with_a_sentence(engine, layer, head):
    with pytest.raises(InputError, match="3 layers of 4 heads"):
        engine.query_key(TEXT, layer=layer, head=head)


def test_a_blank_text_is_refused(tiny):
    with pytest.raises(InputError, match="no text"):
        tiny("bert").query_key(" ", layer=0, head=0)
