"""The clickable confusion matrix: a point over every cell, in the order in which a click is read."""

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.learn_confusion import ConfusionWords
from bertviz_core.charts.fine_tuning.results_texts import results_confusion
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(
    ink="#111111",
    background="#ffffff",
    sequential=("#ffffff", "#99ccff", "#0000ff"),
    numbers=SPANISH,
)
WORDS = ConfusionWords(right="<i>Right", said="Said", examples="Texts")


@pytest.mark.parametrize("count", [2, 3, 20])
def test_a_click_names_its_cell(count):
    confusion = np.arange(count * count).reshape(count, count)
    labels = tuple(f"<b>{number}" for number in range(count))
    figure = results_confusion(confusion, labels, STYLE, WORDS)
    points = figure.data[-1]
    for place, (column, row) in enumerate(zip(points.x, points.y, strict=True)):
        assert divmod(place, count) == (row, column)
        share = SPANISH.percent(confusion[row, column] / max(1, confusion[row].sum()))
        assert points.customdata[place] == f"{confusion[row, column]} ({share})"
        assert f"&lt;b&gt;{row}<br>" in points.hovertext[place] and "<b>" not in points.hovertext[place]
    assert "%{customdata}" in points.hovertemplate
    assert "&lt;i&gt;Right" in points.hovertext[0]


def test_the_chosen_cell_is_framed():
    figure = results_confusion(np.eye(3, dtype=int), ("a", "b", "c"), STYLE, WORDS, chosen=(2, 0))
    (frame,) = figure.layout.shapes
    assert frame.x0 < 0 < frame.x1 and frame.y0 < 2 < frame.y1
    assert not results_confusion(np.eye(3, dtype=int), ("a", "b", "c"), STYLE, WORDS).layout.shapes
