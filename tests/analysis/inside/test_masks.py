"""One head under a mask: forbidden keys get nothing, and what no mask forbids is the model as it is."""

import numpy as np
import pytest

from bertviz_core.analysis.inside.masks import PADDING, allowed_keys
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.results import MASKS

TEXT = "La compañera hacía la cama"


def every_head(engine):
    return [(layer, head) for layer in range(engine.info.layers) for head in range(engine.info.heads)]


@pytest.mark.parametrize("pair", [None, "the store."])
def test_without_a_mask_the_weights_are_the_heads_attention(engine, pair):
    weights = engine.attention(TEXT, pair).weights
    for layer, head in every_head(engine):
        answer = engine.masked_attention(TEXT, pair, layer=layer, head=head, mask="full")
        assert answer.allowed.all()
        np.testing.assert_allclose(answer.weights, weights[layer, head], atol=1e-5)


@pytest.mark.parametrize("mask", MASKS)
def test_weights_are_the_softmax_of_what_is_allowed(engine, mask):
    for layer, head in every_head(engine):
        answer = engine.masked_attention(TEXT, "the store.", layer=layer, head=head, mask=mask)
        closed = np.where(answer.allowed, answer.scores.astype(np.float64), -np.inf)
        exponentials = np.exp(closed - closed.max(axis=1, keepdims=True))
        np.testing.assert_allclose(
            answer.weights, exponentials / exponentials.sum(axis=1, keepdims=True), atol=1e-6
        )
        assert not answer.weights[~answer.allowed].any()
        np.testing.assert_allclose(answer.weights.sum(axis=1), 1, atol=1e-5)


def test_the_causal_mask_closes_what_comes_later(engine):
    for layer, head in every_head(engine):
        answer = engine.masked_attention(TEXT, layer=layer, head=head, mask="causal")
        assert (np.triu(answer.weights, k=1) == 0).all()
        assert answer.weights[0, 0] == 1


def test_under_the_causal_mask_the_beginning_knows_nothing_of_the_end(engine):
    last = engine.info.layers - 1
    short, long = (
        engine.masked_attention(text, layer=last, head=0, mask="causal")
        for text in ("la cama", "la cama el sol")
    )
    same = next(
        place
        for place, (one, other) in enumerate(zip(short.encoding.ids, long.encoding.ids, strict=False))
        if one != other
    )
    assert same > 1
    np.testing.assert_allclose(short.weights[:same, :same], long.weights[:same, :same], atol=1e-5)


@pytest.mark.parametrize("pair", [None, "the store."])
def test_padding_changes_nothing_for_the_tokens_of_the_text(engine, pair):
    weights = engine.attention(TEXT, pair).weights
    tokens = weights.shape[-1]
    for layer, head in every_head(engine):
        answer = engine.masked_attention(TEXT, pair, layer=layer, head=head, mask="padding")
        assert len(answer.encoding) == tokens + PADDING
        assert set(answer.encoding.tokens[tokens:]) <= {"[PAD]", "<pad>"}
        np.testing.assert_allclose(answer.weights[:tokens, :tokens], weights[layer, head], atol=1e-5)
        assert not answer.weights[:, tokens:].any()


def test_across_a_pair_the_second_side_looks_at_the_first(engine):
    answer = engine.masked_attention(TEXT, "the store.", layer=1, head=0, mask="cross")
    assert answer.encoding.sequence_ids[answer.second] == 1
    assert not (answer.encoding.sequence_ids[: answer.second] == 1).any()
    assert not answer.weights[:, answer.second :].any()


def test_without_a_pair_the_second_half_begins_with_a_word(engine):
    answer = engine.masked_attention(TEXT, layer=0, head=0, mask="cross")
    words = answer.encoding.word_ids
    assert words[answer.second] != words[answer.second - 1]
    assert 0 < answer.second < len(answer.encoding) - 1
    assert answer.allowed[:, : answer.second].all()
    assert not answer.allowed[:, answer.second :].any()


def test_a_mask_is_a_square_of_permissions():
    np.testing.assert_array_equal(allowed_keys("causal", 3), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])
    np.testing.assert_array_equal(allowed_keys("padding", 3, padding=1), [[1, 1, 0]] * 3)
    np.testing.assert_array_equal(allowed_keys("cross", 3, second=1), [[1, 0, 0]] * 3)
    assert allowed_keys("full", 3).all()


def test_heads_that_are_off_change_what_is_compared_later(tiny):
    engine = tiny("bert")
    asked = {"layer": 2, "head": 1, "mask": "causal"}
    without = engine.without_heads([(0, 0), (0, 1)]).masked_attention(TEXT, **asked)
    assert not np.allclose(without.scores, engine.masked_attention(TEXT, **asked).scores, atol=1e-3)


@pytest.mark.parametrize("mask", MASKS)
def test_a_long_text_is_refused_with_its_length(tiny, mask):
    with pytest.raises(TextTooLongError, match="at most"):
        tiny("bert").masked_attention("sol " * 90, layer=0, head=0, mask=mask)


def test_there_is_room_for_the_padding_or_the_text_is_too_long(tiny):
    engine = tiny("bert")
    answer = engine.masked_attention("sol " * (62 - PADDING), layer=0, head=0, mask="padding")
    assert len(answer.encoding) == 64
    with pytest.raises(TextTooLongError, match="63 tokens"):
        engine.masked_attention("sol " * 61, layer=0, head=0, mask="padding")


@pytest.mark.parametrize(("layer", "head"), [(3, 0), (0, 4), (-1, 0)])
def test_a_head_that_is_not_there_is_refused(tiny, layer, head):
    with pytest.raises(InputError, match="3 layers of 4 heads"):
        tiny("bert").masked_attention(TEXT, layer=layer, head=head, mask="full")


def test_a_mask_that_is_none_is_refused(tiny):
    with pytest.raises(InputError, match="full, causal"):
        tiny("bert").masked_attention(TEXT, layer=0, head=0, mask="<b>")
