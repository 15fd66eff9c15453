"""The map of cosines."""

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.neighbours_map import MOST_TO_CLICK, occurrence_map

STYLE = ChartStyle(ink="#17212b", background="#ffffff", sequential=("#f7fbff", "#85bcdc", "#08306b"))
COSINES = np.array([[1, 0.9, 0.5], [0.9, 1, 0.4], [0.5, 0.4, 1]], np.float32)


def draw(**options):
    return occurrence_map(
        COSINES, STYLE, sentences=["uno", "dos", "tres"], groups=["a", "a", "<b>x</b>"], **options
    )


def test_every_pair_is_drawn_and_named():
    figure = draw()
    heat, _cells = figure.data
    np.testing.assert_array_equal(heat.z, COSINES)
    assert (heat.zmin, heat.zmax) == (np.float32(0.4), np.float32(0.9))
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert dict(zip(axis.tickvals, axis.ticktext, strict=True)) == {0: "uno", 1: "dos", 2: "tres"}
        assert not axis.showticklabels
    assert "%{y}" in heat.hovertemplate and "%{x}" in heat.hovertemplate


def test_each_cell_of_a_small_map_can_be_selected():
    _heat, cells = draw().data
    assert len(cells.x) == 9
    for x, y, cosine in zip(cells.x, cells.y, cells.customdata, strict=True):
        assert cosine == COSINES[y, x]
    n = MOST_TO_CLICK + 1
    large = occurrence_map(np.eye(n, dtype=np.float32), STYLE, sentences=["uno"] * n, groups=["a"] * n)
    assert [trace.type for trace in large.data] == ["heatmap"]


def test_each_sentence_is_sent_once():
    n = 200
    sentences = [f"sentence {number:03} " * 10 for number in range(n)]
    figure = occurrence_map(np.zeros((n, n), np.float32), STYLE, sentences=sentences, groups=["a"] * n)
    assert figure.to_json().count(sentences[7]) == 2  # once for each axis


def test_groups_are_named_and_parted_and_the_chosen_row_framed():
    figure = draw(chosen=(1, "7"))
    names = [(note.text, note.x, note.y) for note in figure.layout.annotations]
    assert names == [
        ("a", 0.5, -0.5),
        ("a", -0.5, 0.5),
        ("&lt;b&gt;x&lt;/b&gt;", 2, -0.5),
        ("&lt;b&gt;x&lt;/b&gt;", -0.5, 2),
        ("7", 2.5, 1),  # the chosen one, beside its row
    ]
    lines = [shape for shape in figure.layout.shapes if shape.type == "line"]
    assert [(line.x0, line.y0) for line in lines] == [(1.5, -0.5), (-0.5, 1.5)]
    (frame,) = (shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (frame.y0, frame.y1) == (0.5, 1.5)


def test_one_occurrence_and_equal_ones_are_no_trouble():
    occurrence_map(np.ones((1, 1), np.float32), STYLE, sentences=["uno"], groups=["a"])
    figure = occurrence_map(np.ones((2, 2), np.float32), STYLE, sentences=["uno"] * 2, groups=["a"] * 2)
    assert figure.data[0].zmax > figure.data[0].zmin
