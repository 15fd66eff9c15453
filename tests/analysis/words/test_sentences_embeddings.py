"""Vectors of sentences: those of a plain pass over each alone."""

from __future__ import annotations

import numpy as np
import pytest
from plain_pass import plain_states

from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

SENTENCES = ("Saqué dinero del banco.", "El sol sale.", "The man went to the store.", "El sol sale.")


@pytest.mark.parametrize("layers", [0, 2, "last", "sum_last_4", "concat_last_4"])
def test_cls_and_mean_are_those_of_a_plain_pass(engine: BertEngine, layers: int | str) -> None:
    cls = engine.embed_sentences(SENTENCES, layers=layers)
    mean = engine.embed_sentences(SENTENCES, pooling="mean", layers=layers)
    assert (cls.pooling, mean.pooling, cls.layers) == ("cls", "mean", layers)
    for row, sentence in enumerate(SENTENCES):
        states = plain_states(engine, sentence)
        tokens = {
            "last": lambda states: states[-1],
            "sum_last_4": lambda states: states[1:][-4:].sum(axis=0),
            "concat_last_4": lambda states: np.hstack(list(states[1:][-4:])),
        }.get(layers, lambda states: states[layers])(states)
        np.testing.assert_allclose(cls.vectors[row], tokens[0], atol=5e-5)
        np.testing.assert_allclose(mean.vectors[row], tokens[1:-1].mean(axis=0), atol=5e-5)
    np.testing.assert_allclose(mean.vectors[1], mean.vectors[3], atol=1e-5)


def test_what_did_not_fit_is_named(mini: BertEngine) -> None:
    answer = mini.embed_sentences(["El sol.", "el queso " * 600])
    assert answer.cut == (1,)
    assert answer.vectors.shape == (2, 384)


def test_what_cannot_be_answered_is_refused(mini: BertEngine) -> None:
    with pytest.raises(InputError, match="no sentence yet"):
        mini.embed_sentences([])
    with pytest.raises(InputError, match="There is no text yet"):
        mini.embed_sentences(["El sol.", " "])
    with pytest.raises(InputError, match="choose cls or mean"):
        mini.embed_sentences(["El sol."], pooling="max")  # type: ignore[arg-type]
    for layers in (13, "static", "first"):
        with pytest.raises(InputError, match="choose a layer"):
            mini.embed_sentences(["El sol."], layers=layers)  # type: ignore[arg-type]
