"""The map of a head shows its weights, whatever the tokens look like."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bertviz_core.charts.attention.explore import HeadWords, head_map
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.engine import BertEngine

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#f7fbff", "#85bcdc", "#08306b"))
WORDS = HeadWords(title="<i>head</i>", query="looks", key="looked at", weight="weight")


def test_rows_look_and_columns_are_looked_at(tiny: Callable[..., BertEngine]) -> None:
    maps = tiny("bert").attention("the cat sat on the mat")
    figure = head_map(maps, 1, 2, STYLE, WORDS)
    (drawn,) = figure.data
    weights = maps.weights[1, 2]
    np.testing.assert_array_equal(drawn.customdata, weights)
    np.testing.assert_allclose(np.square(drawn.z), weights, atol=1e-6)
    x, y = figure.layout.xaxis, figure.layout.yaxis
    assert x.title.text == "looked at" and y.title.text == "looks" and y.autorange == "reversed"
    assert x.ticktext == y.ticktext and len(set(x.ticktext)) == len(maps.encoding)
    assert drawn.text[1][2] == f"{x.ticktext[1]} → {x.ticktext[2]}"


def test_markup_is_text(tiny: Callable[..., BertEngine]) -> None:
    maps = tiny("roberta").attention("<b>x</b>")
    assert any("<" in label for label in maps.encoding.labels)
    figure = head_map(maps, 0, 0, STYLE, WORDS)
    written = [*figure.layout.xaxis.ticktext, figure.layout.title.text]
    written += [text for row in figure.data[0].text for text in row]
    assert not any("<" in text for text in written)


def test_of_many_tokens_some_are_named(tiny: Callable[..., BertEngine]) -> None:
    maps = tiny("bert").attention("the cat sat on the mat " * 20)
    figure = head_map(maps, 0, 0, STYLE, WORDS)
    assert len(maps.encoding) > 60
    assert 20 < len(figure.layout.xaxis.ticktext) <= 48
    assert figure.layout.height < 1_000
