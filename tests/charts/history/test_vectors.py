"""Static vectors drawn: every word at its place, as text."""

from __future__ import annotations

import numpy as np

from bertviz_core.analysis.history.vectors import word_neighbours, word_sum
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.vectors import near_bars, neighbours_map, word_sum_map
from bertviz_core.charts.history.vectors_bias import lean_points
from bertviz_core.charts.history.vectors_quality import kind_bars
from bertviz_core.models.static_vectors import packed
from bertviz_core.results import GenderLean
from bertviz_core.written_numbers import number_style

STYLE = ChartStyle(
    ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=number_style("es")
)
ROWS = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 2], [1, 1, 2], [-3, 0.2, -1]], dtype=np.float32)
VECTORS = packed("en", ("man", "woman", "king", "<b>", "bread"), np.ones(5, np.int64), ROWS)


def test_the_arrow_is_drawn_twice_and_ends_at_the_sum() -> None:
    answer = word_sum(VECTORS, "man", "king", "woman", top_k=2)
    figure = word_sum_map(answer, STYLE, total="king − man + woman")
    ends = [(arrow.ax, arrow.ay, arrow.x, arrow.y) for arrow in figure.layout.annotations]
    np.testing.assert_allclose(ends[0], [*answer.points[0], *answer.points[1]], rtol=1e-6)
    np.testing.assert_allclose(ends[1], [*answer.points[2], *answer.points[3]], rtol=1e-6)
    assert list(figure.data[-1].text)[:4] == ["man", "king", "woman", "king − man + woman"]
    assert "&lt;b&gt;" in figure.data[-1].text


def test_bars_hold_the_cosines() -> None:
    near = word_neighbours(VECTORS, "king", top_k=2).near
    (bars,) = near_bars(near, STYLE, cosine="cos").data
    np.testing.assert_allclose(bars.x, near.cosines)
    assert bars.text[0].startswith("&lt;b&gt;  0,")


def test_neighbours_and_leans_are_points_with_names() -> None:
    answer = word_neighbours(VECTORS, "king", top_k=2)
    others, own, _names = neighbours_map(answer, STYLE).data
    np.testing.assert_array_equal(own.x, answer.points[:1, 0])
    assert len(others.x) == 2
    leans = (
        GenderLean(word="a<", beside_men=3, beside_women=1, difference=-0.2),
        GenderLean(word="b", beside_men=1, beside_women=3, difference=0.1),
    )
    points, names = lean_points(leans, STYLE, share="share", difference="difference").data
    assert list(points.x) == [0.25, 0.75] and list(points.y) == [-0.2, 0.1]
    assert names.text[0] == "a&lt;"


def test_kinds_are_bars_from_the_top() -> None:
    (bars,) = kind_bars(["x", "y"], [3, 12], [12, 12], STYLE, share="share").data
    assert list(bars.x) == [0.25, 1] and list(bars.text) == ["3 / 12", "12 / 12"]
