"""Equal sentences have equal vectors, are found, and are counted once by what scores rest on."""

from __future__ import annotations

import numpy as np

from bertviz_core.analysis.words.layers import layer_scores
from bertviz_core.engine import BertEngine

BANK = "Fui al banco a sacar dinero."
SENTENCES = (
    *[BANK] * 40,
    "Me senté en un banco del parque.",
    "El banco cerró y el banco abrió.",
    *[BANK] * 20,
)


def test_copies_are_found_and_have_the_same_vectors(mini: BertEngine) -> None:
    word = mini.word_layers(SENTENCES, "banco")
    assert len(word) == 63 and word.different_sentences == 3
    firsts = word.first_equal()
    assert firsts.tolist() == [0] * 40 + [40, 41, 42] + [0] * 20
    for layer in word.states:
        np.testing.assert_array_equal(layer, layer[firsts])
    apart = word.first_equal(["a"] * 62 + ["b"])
    assert apart.tolist() == [0] * 40 + [40, 41, 42] + [0] * 19 + [62]
    once = word.only(np.unique(firsts))
    assert len(once) == 4 and once.form(3) == "banco" and once.sentence(1) == SENTENCES[40]
    np.testing.assert_array_equal(once.vectors("last"), word.vectors("last")[[0, 40, 41, 42]])


def test_equal_sentences_are_run_once(mini: BertEngine) -> None:
    told: list[tuple[int, int]] = []
    mini.word_layers(SENTENCES, "banco", progress=lambda *done: told.append(done))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_scores_say_on_how_many_sentences_they_rest(mini: BertEngine) -> None:
    word = mini.word_layers(SENTENCES, "banco")
    senses = ["dinero"] * 40 + ["asiento"] + ["dinero"] * 22
    assert layer_scores(word, senses).sentences == 3
    assert layer_scores(word, [""] * 40 + senses[40:]).sentences == 3
    assert mini.word_geometry(word, senses=senses).sentences == 3
