"""Without its context a word is one point for each form."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from word_occurrences import occurrences_of

from bertviz_core.analysis.words.map_static import static_forms
from bertviz_core.engine import BertEngine


def test_occurrences_of_one_form_are_one_point(mini: BertEngine) -> None:
    sentences = [
        "Saqué dinero del banco.",
        "El banco del parque.",
        "Los bancos del parque.",
        "Un banco rojo.",
    ]
    static = static_forms(mini.word_layers(sentences, "banco", inflected="es"))
    assert (static.forms, static.counts) == (("banco", "bancos"), (3, 1))
    assert static.cosine == pytest.approx(1.0, abs=1e-6)
    assert static.points.shape == (2, 2)
    assert np.linalg.norm(static.points[0] - static.points[1]) > 0.1


def test_the_cosine_is_measured_not_assumed() -> None:
    word = occurrences_of("w", ["w 1", "w 2"])
    other = word.static.copy()
    other[1] = np.roll(other[1], 1)
    expected = float(other[0] @ other[1] / np.linalg.norm(other[0]) ** 2)
    assert static_forms(dataclasses.replace(word, static=other)).cosine == pytest.approx(expected, abs=1e-6)
