"""How far sentences move a word: the numbers are those of the states themselves."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.analysis.history.occurrences import moved_word, nearest_alike, sense_cosines
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

SENTENCES = ("gato perro casa", "perro gato", "el gato")


def test_occurrences_are_those_of_the_states(engine: BertEngine) -> None:
    found = engine.word_layers(SENTENCES, "gato")
    moved = moved_word(found, None, layer=1)
    states = found.states[1].astype(np.float64)
    first, second = states[0], states[1]
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    assert moved.cosines[0, 1] == pytest.approx(cosine, abs=1e-4)
    assert moved.moved.shape == (engine.info.layers + 1, 3)
    assert (moved.moved > -1e-5).all() and moved.near == ()
    assert moved.points.shape == (3, 2)


def test_senses_are_compared_by_pairs(mini: BertEngine) -> None:
    sentences = (
        "I sat on the bank of the river",
        "The bank of the river is green",
        "The bank lent me money",
        "My bank has my money",
    )
    moved = moved_word(mini.word_layers(sentences, "bank"), None, layer=11)
    within, between = sense_cosines(moved, ("r", "r", "m", "m"))
    assert within > between
    assert nearest_alike(moved, ("r", "r", "m", "m")) == 4
    assert np.isnan(sense_cosines(moved, ("a", "b", "c", "d"))[0])


def test_a_layer_that_is_not_there_is_refused(mini: BertEngine) -> None:
    with pytest.raises(InputError, match="no layer 99"):
        moved_word(mini.word_layers(("the cat",), "cat"), None, layer=99)
