"""How far a word reaches: gradients of both kinds of network, and attention, in plain loops."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from bertviz_core.analysis.history.order import MOST_WORDS, order_words
from bertviz_core.analysis.history.order_gradient import word_influence
from bertviz_core.analysis.vectors.lstm_states import lstm_states
from bertviz_core.errors import InputError, TextTooLongError
from bertviz_core.models.recurrent_lm import recurrent_lm, recurrent_tokenizer

TEXT = "El banco cerró tarde, y nos sentamos"


def test_the_gradient_is_that_of_automatic_differentiation(engine):
    """With as many directions as numbers the estimate is the norm itself."""
    encoding, passes = engine.encode("el banco azul"), engine._passes
    network, places = passes.model.network, [[place] for place in range(len(encoding))]
    table = network.get_input_embeddings()
    moved = 1
    found = word_influence(passes, encoding, places, moved, directions=table.weight.shape[1])
    embeddings = table(torch.from_numpy(encoding.ids)).detach()
    segments = torch.from_numpy(encoding.segment_ids)[None]
    given = {"token_type_ids": segments} if engine.info.has_segments else {}

    def states(own: torch.Tensor) -> torch.Tensor:
        inputs = torch.cat([embeddings[:moved], own[None], embeddings[moved + 1 :]])
        return network.base_model(inputs_embeds=inputs[None], **given).last_hidden_state[0]

    jacobian = torch.autograd.functional.jacobian(states, embeddings[moved])  # (tokens, hidden, size)
    expected = jacobian.square().sum(dim=(1, 2)).sqrt()
    np.testing.assert_allclose(found, expected, rtol=0.02, atol=1e-4 * float(expected.max()))


def test_few_directions_come_near_the_whole_norm(mini):
    encoding = mini.encode("The dog barks")
    places = [[place] for place in range(len(encoding))]
    few = word_influence(mini._passes, encoding, places, 2)
    many = word_influence(mini._passes, encoding, places, 2, directions=96, seed=2)
    np.testing.assert_allclose(few, many, rtol=0.25)


@pytest.mark.parametrize("word", [0, 3, 6])
def test_lstms_reach_one_side_only_and_as_far_as_their_states_move(mini, word):
    answer = mini.order_influence(TEXT, word)
    assert answer.words == tuple(TEXT.split())
    assert not answer.rightwards[:word].any() and answer.rightwards[word:].all()
    assert not answer.leftwards[word + 1 :].any() and answer.leftwards[: word + 1].all()
    assert answer.farthest == (0 if word == 6 else 6)
    near = answer.relative("gradient")[[place for place in (word - 1, word + 1) if 0 <= place < 7]]
    assert near.mean() == pytest.approx(1, rel=1e-5)
    assert np.isnan(answer.relative("gradient")[word])
    if word < 6:
        assert answer.relative("rightwards")[word + 1] == pytest.approx(1)


def test_the_norm_from_right_to_left_is_that_of_small_steps(mini):
    answer, weights = mini.order_influence(TEXT, 5), recurrent_lm()
    rows = [recurrent_tokenizer().encode(word).ids for word in TEXT.split()]
    inputs = weights.embeddings[[piece for row in rows for piece in row]][::-1].astype(np.float64)
    ends = np.cumsum([len(row) for row in reversed(rows)])
    total, step = 0.0, 1e-4
    for piece in range(ends[0], ends[1]):  # the last word but one
        for axis in range(inputs.shape[1]):
            both = []
            for sign in (1, -1):
                changed = inputs.copy()
                changed[piece, axis] += sign * step
                both.append(lstm_states(weights.leftwards, changed)[ends[-1] - 1])
            total += float(np.square((both[0] - both[1]) / (2 * step)).sum())
    assert answer.leftwards[0] == pytest.approx(total**0.5, rel=0.02)


def test_attention_is_summed_over_the_word_and_averaged_over_who_looks(mini):
    answer, encoding = mini.order_influence(TEXT, 1), mini.encode(TEXT)
    attention = mini._passes.run(encoding, attention=True).attention
    ends = np.cumsum([len(word) + 1 for word in TEXT.split()])
    of_word = [int(np.searchsorted(ends, start, side="right")) for start in encoding.spans[:, 0]]
    for place in range(7):
        own = [t for t in range(len(encoding)) if of_word[t] == place and not encoding.special[t]]
        to = [t for t in range(len(encoding)) if of_word[t] == 1 and not encoding.special[t]]
        heads = [[sum(head[t, k] for k in to) for t in own] for head in attention[4]]
        means = [sum(row) / len(row) for row in heads]
        assert answer.attention_mean[4, place] == pytest.approx(sum(means) / len(means), rel=1e-4)
        assert answer.attention_max[4, place] == pytest.approx(max(means), rel=1e-4)


def test_every_family_answers(engine):
    answer = engine.order_influence("el banco está cerca del mar", 2)
    assert len(answer) == 6 and (answer.gradient > 0).all()
    assert answer.attention_mean.shape == (engine.info.layers, 6)


def test_what_cannot_be_read_is_told(mini):
    with pytest.raises(InputError, match="three words"):
        mini.order_influence("two words")
    with pytest.raises(InputError, match="no such word"):
        mini.order_influence("one two three", 3)
    with pytest.raises(TextTooLongError, match="characters"):
        order_words("a " * 1_001)
    with pytest.raises(InputError, match="pieces"):
        mini.order_influence(f"one two {'-' * 40}")
    with pytest.raises(TextTooLongError, match="tokens"):
        mini.order_influence("a.b.c.d.e.f.g " * 20)


def test_more_words_than_are_read_are_counted(mini):
    answer = mini.order_influence("la casa azul " * 30)
    assert len(answer) == MOST_WORDS and answer.left_out == 26
