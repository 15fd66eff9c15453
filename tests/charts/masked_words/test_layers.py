"""The map of how an answer forms."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.masked_words.layers import AnswerLayerWords, answer_layers_map
from bertviz_core.engine import BertEngine
from bertviz_core.results import AnswerByLayer

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#88aacc", "#003366"))
WORDS = AnswerLayerWords(layer="Capa", input="Entrada", probability="Probabilidad", rank="Rango")


@pytest.fixture(scope="module")
def answer(mini: BertEngine) -> AnswerByLayer:
    return mini.answer_by_layer("Me comí una [MASK] muy madura y dulce", top_k=4, word="fruta")


def test_rows_are_layers_and_columns_words(answer: AnswerByLayer) -> None:
    figure = answer_layers_map(answer, STYLE, WORDS, measure="probability")
    (cells,) = figure.data
    assert np.allclose(np.square(cells.z), answer.probabilities, atol=1e-6)
    assert list(figure.layout.yaxis.ticktext)[-1] == f"{answer.first[-1].token}  12"
    assert "Entrada" in figure.layout.yaxis.ticktext[0]
    assert cells.customdata[12][0][0] == "Capa 12"
    assert cells.customdata[12][0][2] == pytest.approx(float(answer.probabilities[12, 0]))


def test_ranks_get_the_strongest_colour_at_the_top(answer: AnswerByLayer) -> None:
    (cells,) = answer_layers_map(answer, STYLE, WORDS, measure="rank").data
    assert np.allclose(10**cells.z, answer.ranks, rtol=1e-3)
    assert cells.z[-1][0] == 0
    assert (cells.colorscale[0][1], cells.colorscale[-1][1]) == ("#003366", "#ffffff")


def test_the_hidden_word_stands_out_and_words_are_no_markup(mini: BertEngine) -> None:
    answer = mini.answer_by_layer("a [MASK] b", top_k=2, word="<")
    figure = answer_layers_map(answer, STYLE, WORDS, measure="rank")
    assert answer.hidden == 2
    assert figure.layout.xaxis.ticktext[2] == "<b>&lt;</b>"
