"""Answers of one side only: nothing from the closed side reaches them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from bertviz_core.analysis.masked_words.directions import side_mask
from bertviz_core.analysis.passes.attention_capture import AttentionReceiver
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError, MissingHeadError
from bertviz_core.results import DirectedAnswers, MaskedWord

# Words change their places, so that every tokenizer makes as many tokens of each.
TEXT = "and the man [MASK] to the store"
LEFT_CHANGED, RIGHT_CHANGED = "and man the [MASK] to the store", "and the man [MASK] the to store"


def probabilities(mask: MaskedWord) -> dict[int, float]:
    return {p.token_id: p.probability for p in mask.predictions}


def same(one: MaskedWord, other: MaskedWord) -> bool:
    first, second = probabilities(one), probabilities(other)
    return first.keys() == second.keys() and np.allclose(
        [first[key] for key in first], [second[key] for key in first], rtol=1e-5, atol=0
    )


def everything(engine: BertEngine, text: str) -> DirectedAnswers:
    return engine.fill_mask_by_direction(text, top_k=engine.info.vocab_size)


def test_the_closed_side_has_no_say(engine: BertEngine) -> None:
    asked, left, right = (everything(engine, text) for text in (TEXT, LEFT_CHANGED, RIGHT_CHANGED))
    assert same(asked.left, right.left)
    assert not same(asked.left, left.left)
    assert same(asked.right, left.right)
    assert not same(asked.right, right.right)
    assert not same(asked.both, left.both)
    assert not same(asked.both, right.both)


def test_both_ways_is_the_model_as_it_is(engine: BertEngine) -> None:
    plain = engine.fill_mask(TEXT, top_k=engine.info.vocab_size).masks[0]
    assert same(everything(engine, TEXT).both, plain)


def test_joined_is_the_product_of_the_sides(engine: BertEngine) -> None:
    answers = everything(engine, TEXT)
    left, right, joined = (probabilities(m) for m in (answers.left, answers.right, answers.joined))
    products = {token: left[token] * right[token] for token in left}
    total = sum(products.values())
    assert joined == pytest.approx({token: value / total for token, value in products.items()}, rel=1e-3)


@pytest.mark.parametrize("side", ["left", "right"])
def test_no_weight_goes_to_the_closed_side_in_any_layer(engine: BertEngine, side: str) -> None:
    encoding = engine.encode(TEXT)
    passes = engine._passes
    layers: list[np.ndarray] = []
    receiver = AttentionReceiver(engine.info.layers, lambda _layer, weights: layers.append(weights[0].copy()))
    with receiver.receiving():
        passes.last_hidden(
            encoding.ids[np.newaxis],
            encoding.segment_ids[np.newaxis],
            at=0,
            mask=side_mask(encoding.special, side),
        )
    assert len(layers) == engine.info.layers
    for query in range(len(encoding)):
        for key in range(len(encoding)):
            ordinary = not encoding.special[key]
            beyond = key > query if side == "left" else key < query
            if ordinary and (beyond or encoding.special[query]):
                assert all((weights[:, query, key] == 0).all() for weights in layers)
            else:
                assert all((weights[:, query, key] > 0).all() for weights in layers)


def test_the_hidden_word_is_followed_where_it_is_one_entry(mini: BertEngine) -> None:
    text = "Me comí una [MASK] muy madura y dulce"
    answers = mini.fill_mask_by_direction(text, word="fruta")
    for way in (answers.left, answers.right, answers.joined, answers.both):
        (word,) = way.candidates
        listed = [p for p in way.predictions if p.token == "fruta"]
        assert [p.rank for p in listed] in ([], [word.rank])
    plain = mini.fill_mask(text, candidates=["fruta"]).masks[0].candidates[0]
    assert answers.both.candidates[0].rank == plain.rank
    assert answers.both.candidates[0].probability == pytest.approx(plain.probability)
    assert mini.fill_mask_by_direction(text, word="xqzwkvjh").left.candidates == ()


def test_one_of_several_blanks_is_chosen(mini: BertEngine) -> None:
    answers = mini.fill_mask_by_direction("El [MASK] ladra y el [MASK] maúlla", blank=1)
    assert answers.encoding.tokens[answers.index] == "[MASK]"
    assert answers.index == [i for i, t in enumerate(answers.encoding.tokens) if t == "[MASK]"][1]
    with pytest.raises(InputError):
        mini.fill_mask_by_direction("El [MASK] ladra", blank=1)
    with pytest.raises(InputError):
        mini.fill_mask_by_direction("El [MASK] ladra", top_k=0)


def test_a_model_without_the_head_is_refused(tiny: Callable[..., BertEngine]) -> None:
    with pytest.raises(MissingHeadError):
        tiny("bert", "BertModel").fill_mask_by_direction(TEXT)


def test_heads_that_are_off_stay_off(mini: BertEngine) -> None:
    text = "Abrió la [MASK] con la llave"
    without = mini.without_heads([(5, head) for head in range(mini.info.heads)])
    one, other = (engine.fill_mask_by_direction(text).left for engine in (mini, without))
    assert not torch.allclose(
        torch.tensor([p.probability for p in one.predictions]),
        torch.tensor([p.probability for p in other.predictions]),
    )
