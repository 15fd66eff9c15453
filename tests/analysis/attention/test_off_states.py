"""How far hidden states move is measured against those of the whole model, token by token."""

import numpy as np
import pytest

from bertviz_core.errors import InputError

HEADS = [(1, 0), (1, 3)]


@pytest.mark.parametrize("pair", [None, "the store."])
def test_distances_equal_plain_loops(engine, pair, settings):
    text = "La compañera hacía la cama"
    change = engine.hidden_change(HEADS, text, pair)
    encoding = engine.encode(text, pair)
    before = engine._passes.run(encoding).hidden.numpy().astype(np.float64)
    after = engine.without_heads(HEADS)._passes.run(encoding).hidden.numpy().astype(np.float64)
    shape = (engine.info.layers + 1, len(encoding))
    assert change.cosine_distance.shape == change.relative_norm.shape == shape
    for layer, token in np.ndindex(*shape):
        a, b = before[layer, token], after[layer, token]
        cosine = a @ b / np.sqrt(a @ a) / np.sqrt(b @ b)
        assert change.cosine_distance[layer, token] == pytest.approx(1 - cosine, abs=1e-6)
        assert change.relative_norm[layer, token] == pytest.approx(
            np.sqrt((b - a) @ (b - a) / (a @ a)), rel=1e-5
        )


def test_nothing_moves_below_the_first_head_that_is_off_and_everything_above(engine, settings):
    change = engine.hidden_change(HEADS, "the man went to the store")
    assert change.heads_off == tuple(HEADS)
    assert not change.cosine_distance[:2].any() and not change.relative_norm[:2].any()
    assert (change.cosine_distance[2:] > 0).all() and (change.relative_norm[2:] > 0).all()


def test_with_no_head_off_nothing_moves(engine, settings):
    change = engine.hidden_change([], "the man")
    assert not change.cosine_distance.any() and not change.relative_norm.any()


def test_heads_that_are_off_already_are_part_of_the_comparison(tiny, settings):
    engine = tiny("bert")
    change = engine.without_heads([(0, 0)]).hidden_change([(2, 1)], "the man")
    assert change.heads_off == ((0, 0), (2, 1))
    assert not change.relative_norm[:3].any()


def test_a_head_that_is_not_there_is_told(tiny):
    with pytest.raises(InputError, match="no such head"):
        tiny("bert").hidden_change([(9, 0)], "the man")
