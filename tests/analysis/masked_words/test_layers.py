"""How an answer forms, against the head applied to plain hidden states."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

TEXT = "the boy [MASK] to the store"


def test_every_layer_is_read_through_the_head(engine: BertEngine) -> None:
    answer = engine.answer_by_layer(TEXT, top_k=5)
    model, encoding = engine._passes.model, engine.encode(TEXT)
    inputs = {"input_ids": torch.from_numpy(encoding.ids[np.newaxis])}
    if engine.info.has_segments:
        inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids[np.newaxis])
    with torch.inference_mode():
        states = model.network.base_model(**inputs, output_hidden_states=True).hidden_states
        for layer, state in enumerate(states):
            whole = model.family.mlm_logits(model.network, state[0, answer.index]).softmax(-1)
            for column, word in enumerate(answer.words):
                expected = float(whole[word.token_id])
                assert answer.probabilities[layer, column] == pytest.approx(expected, rel=1e-4, abs=1e-9)
                assert answer.ranks[layer, column] == sum(whole.tolist()[i] > whole[word.token_id]
                                                          for i in range(len(whole))) + 1  # fmt: skip
            assert answer.first[layer].token_id == int(whole.argmax())
    assert answer.probabilities.shape == answer.ranks.shape == (len(states), 5)


def test_the_last_layer_is_the_answer_of_the_model(mini: BertEngine) -> None:
    text = "Madrid es la [MASK] de España"
    answer, plain = mini.answer_by_layer(text, top_k=7), mini.fill_mask(text, top_k=7).masks[0]
    assert [p.token for p in answer.words] == [p.token for p in plain.predictions]
    expected = [p.probability for p in plain.predictions]
    assert answer.probabilities[-1].tolist() == pytest.approx(expected, rel=1e-5)
    assert answer.ranks[-1].tolist() == list(range(1, 8))
    assert answer.first[-1].token == plain.predictions[0].token


def test_the_hidden_word_is_followed_too(mini: BertEngine) -> None:
    text = "Me comí una [MASK] muy madura y dulce"
    among = mini.answer_by_layer(text, top_k=5, word="fruta")
    assert among.hidden is not None
    assert among.words[among.hidden].token == "fruta"
    assert len(among.words) == 5
    added = mini.answer_by_layer(text, top_k=2, word="fruta")
    assert (len(added.words), added.hidden) == (3, 2)
    assert added.words[2].rank == among.words[among.hidden].rank == added.ranks[-1, 2]
    assert mini.answer_by_layer(text, word="xqzwkvjh").hidden is None


def test_a_blank_that_is_not_there_is_refused(mini: BertEngine) -> None:
    with pytest.raises(InputError):
        mini.answer_by_layer(TEXT, blank=1)
    with pytest.raises(InputError):
        mini.answer_by_layer("no blank at all")
