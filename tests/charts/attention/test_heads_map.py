"""The map of heads draws each head where the result puts it, with its own value and its own words."""

import numpy as np
import pytest

from bertviz_core.charts.attention.heads_map import HeadMapWords, head_map
from bertviz_core.charts.chart_style import ChartStyle


@pytest.fixture(scope="module")
def drawn(tiny):
    similarity = tiny("bert").head_similarity("the man went")
    style = ChartStyle(
        ink="#123456",
        background="#ffffff",
        sequential=("#fefefe", "#fdfdfd", "#cccccc", "#888888", "#000000"),
    )
    words = HeadMapWords(
        values_title="<b>Next</b>",
        whole_numbers=False,
        hovers=tuple(f"head {number} <i>" for number in range(12)),
        labels={5: "2.2"},
    )
    values = np.linspace(0, 1, 12, dtype=np.float32)
    return similarity, values, head_map(similarity, values, words=words, style=style)


def test_points_lie_where_the_result_puts_them(drawn):
    similarity, values, figure = drawn
    (points,) = figure.data
    np.testing.assert_array_equal(np.column_stack([points.x, points.y]), similarity.places)
    np.testing.assert_array_equal(points.marker.color, values)


def test_words_are_shown_as_they_are_written(drawn):
    *_, figure = drawn
    (points,) = figure.data
    assert points.hovertext[3] == "head 3 &lt;i&gt;"
    assert [text for text in points.text if text] == ["2.2"] and points.text[5] == "2.2"
    assert points.marker.colorbar.title.text == "&lt;b&gt;Next&lt;/b&gt;"


def test_both_directions_have_one_scale(drawn):
    *_, figure = drawn
    assert figure.layout.yaxis.scaleanchor == "x"


def test_no_point_has_the_colour_of_the_background(drawn):
    *_, figure = drawn
    assert figure.data[0].marker.colorscale == ((0, "#cccccc"), (0.5, "#888888"), (1, "#000000"))
