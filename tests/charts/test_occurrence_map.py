"""The map of cosines."""

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.occurrence_map import occurrence_map

STYLE = ChartStyle(ink="#17212b", background="#ffffff", sequential=("#f7fbff", "#85bcdc", "#08306b"))
COSINES = np.array([[1, 0.9, 0.5], [0.9, 1, 0.4], [0.5, 0.4, 1]], np.float32)


def draw(**options):
    return occurrence_map(
        COSINES, STYLE, sentences=["uno", "dos", "tres"], groups=["a", "a", "<b>x</b>"], **options
    )


def test_every_pair_is_drawn_and_named():
    (heat,) = draw().data
    np.testing.assert_array_equal(heat.z, COSINES)
    assert (heat.zmin, heat.zmax) == (np.float32(0.4), np.float32(0.9))
    assert list(heat.customdata[0][2]) == ["uno", "tres"]


def test_groups_are_named_and_parted_and_the_chosen_row_framed():
    figure = draw(chosen=1)
    assert list(figure.layout.xaxis.ticktext) == ["a", "&lt;b&gt;x&lt;/b&gt;"]
    assert list(figure.layout.xaxis.tickvals) == [0.5, 2]
    lines = [shape for shape in figure.layout.shapes if shape.type == "line"]
    assert [(line.x0, line.y0) for line in lines] == [(1.5, -0.5), (-0.5, 1.5)]
    (frame,) = (shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (frame.y0, frame.y1) == (0.5, 1.5)


def test_one_occurrence_and_equal_ones_are_no_trouble():
    occurrence_map(np.ones((1, 1), np.float32), STYLE, sentences=["uno"], groups=["a"])
    figure = occurrence_map(np.ones((2, 2), np.float32), STYLE, sentences=["uno"] * 2, groups=["a"] * 2)
    assert figure.data[0].zmax > figure.data[0].zmin
