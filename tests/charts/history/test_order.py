"""The lines of how far a word reaches: every number stands at its word."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.order import MOST_SHOWN, OrderWords, influence_lines
from bertviz_core.results import READINGS, OrderInfluence

WORDS = OrderWords(readings={name: f"<{name}>" for name in READINGS}, distance="words", influence="share")
STYLE = ChartStyle(ink="#000000", background="#ffffff", sequential=("#ffffff", "#000000"))


def influence(word: int) -> OrderInfluence:
    values = np.array([5, 4, 3, 2], dtype=np.float32)
    places = np.arange(4)
    return OrderInfluence(
        model="mini",
        words=("<b>", "two", "three", "four"),
        word=word,
        left_out=0,
        pieces=(1, 1, 1, 1),
        rightwards=np.where(places >= word, values, 0),
        leftwards=np.where(places <= word, values, 0),
        gradient=np.array([20, 1, 1, 60], dtype=np.float32),
        attention_mean=np.full((2, 4), 0.1, dtype=np.float32),
        attention_max=np.full((2, 4), 0.2, dtype=np.float32),
    )


def test_lines_are_relative_to_the_nearest_word() -> None:
    figure = influence_lines(influence(1), STYLE, WORDS)
    lines = {trace.name: trace for trace in figure.data[1:]}
    assert list(lines["&lt;rightwards&gt;"].y) == [None, None, 1, pytest.approx(2 / 3)]
    assert list(lines["&lt;leftwards&gt;"].y) == [1, None, None, None]
    assert list(lines["&lt;attention&gt;"].y) == [1, None, 1, 1]
    # Higher values end at the edge, and are told where they are pointed at.
    gradient = lines["&lt;gradient&gt;"]
    assert list(gradient.y)[:3] == [pytest.approx(20 / 10.5), None, pytest.approx(1 / 10.5)]
    assert gradient.y[3] == MOST_SHOWN and gradient.customdata[3][1] == "571.4%"


def test_words_are_text_with_their_distance() -> None:
    figure = influence_lines(influence(1), STYLE, WORDS)
    names = figure.layout.xaxis.labelalias
    assert list(figure.layout.xaxis.categoryarray) == ["0", "1", "2", "3"]
    assert [names[str(place)] for place in range(4)] == ["&lt;b&gt; −1", "two 0", "three +1", "four +2"]


def test_a_direction_that_reaches_no_word_has_no_line() -> None:
    names = [trace.name for trace in influence_lines(influence(0), STYLE, WORDS).data[1:]]
    assert names == ["&lt;rightwards&gt;", "&lt;gradient&gt;", "&lt;attention&gt;"]
