"""The pictures of a token's way through the layers."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.path import PathWords, path_bars, path_lines
from bertviz_core.engine import BertEngine
from bertviz_core.results import TokenPath

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#88aacc", "#003366"))
WORDS = PathWords(
    layer="Capa",
    input="Entrada",
    attention="Atención",
    feed_forward="Feed-forward",
    moved="Movido",
    sides=("<b>hombre</b> (A)", "hombre (B)"),
    added="Suma",
    cosines="Coseno",
    norms="Longitud",
    to_start=("A e inicio", "B e inicio"),
    between="A y B",
)


@pytest.fixture(scope="module")
def paths(mini: BertEngine) -> list[TokenPath]:
    return [mini.token_path(text, [2]) for text in ("El hombre joven saltó.", "El hombre araña saltó.")]


def named(figure: go.Figure, name: str) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.name == name]


def test_the_feed_forward_part_stands_on_attention(paths: list[TokenPath]) -> None:
    figure = path_bars(paths, STYLE, WORDS)
    for path, attention, feed_forward, moved in zip(
        paths, named(figure, "Atención"), named(figure, "Feed-forward"), named(figure, "Movido"), strict=True
    ):
        np.testing.assert_array_equal(attention.y, path.added_by_attention)
        np.testing.assert_array_equal(feed_forward.y, path.added_by_feed_forward)
        np.testing.assert_array_equal(feed_forward.base, path.added_by_attention)
        np.testing.assert_array_equal(moved.y, path.moved)
        assert list(attention.x) == list(feed_forward.x) == list(moved.x)
    assert figure.layout.barmode == "overlay"  # where Plotly stacks, bases count twice


def test_bars_of_both_texts_stand_beside_each_other_and_differ(paths: list[TokenPath]) -> None:
    first, second = named(path_bars(paths, STYLE, WORDS), "Atención")
    for layer in range(12):
        assert round(first.x[layer]) == round(second.x[layer]) == layer + 1
        assert first.x[layer] + first.width / 2 <= second.x[layer] - second.width / 2
    assert second.marker.color == STYLE.background and second.marker.line.color == first.marker.color
    assert (first.marker.line.width, second.marker.line.width) == (0, 3)
    assert (first.showlegend, second.showlegend) == (True, False)
    assert "&lt;b&gt;hombre" in first.hovertemplate


def test_a_path_alone_stands_in_the_middle(paths: list[TokenPath]) -> None:
    (alone,) = named(path_bars(paths[:1], STYLE, WORDS), "Atención")
    assert list(alone.x) == list(range(1, 13))
    figure = path_lines(paths[:1], STYLE, WORDS)
    assert [trace.name for trace in figure.data] == ["A e inicio", "Longitud: &lt;b&gt;hombre&lt;/b&gt; (A)"]


def test_lines_are_cosines_and_lengths(paths: list[TokenPath]) -> None:
    figure = path_lines(paths, STYLE, WORDS)
    (between,) = named(figure, "A y B")
    np.testing.assert_array_equal(between.y, paths[0].cosine_to(paths[1]))
    assert between.line.color == STYLE.ink
    for path, name in zip(paths, WORDS.to_start, strict=True):
        (line,) = named(figure, name)
        np.testing.assert_array_equal(line.y, path.cosine_to_start)
    (length,) = named(figure, "Longitud: hombre (B)")
    np.testing.assert_array_equal(length.y, paths[1].norms)
    assert length.yaxis == "y2"
    assert figure.layout.xaxis.ticktext[0] == "0<br>Entrada"
