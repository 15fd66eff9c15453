"""What is taken for spam, and the three scores against the threshold."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.data import OutcomeWords, outcome_matrix, threshold_curves
from bertviz_core.results import OutcomeCounts

STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"))
COUNTS = OutcomeCounts(found=3, missed=1, alarms=2, passed=6)


def test_counts_stand_in_rows_of_the_right_class() -> None:
    cells, numbers = outcome_matrix(
        COUNTS, STYLE, OutcomeWords(right="r", said="s", wanted="<w>", spam="p")
    ).data
    assert list(numbers.text) == ["6", "2", "1", "3"]
    np.testing.assert_allclose(cells.z, [[0.75, 0.25], [0.25, 0.75]])


def test_lines_stand_where_the_thresholds_are() -> None:
    steps = np.array([0, 0.5, 1])
    scores = np.array([[0.1, 0.5, np.nan], [1, 0.5, 0], [0.2, 0.5, 0]])
    figure = threshold_curves(steps, scores, (0.2, 0.7), STYLE, names=("p", "r", "f"), axis="t")
    assert len({line.line.dash for line in figure.data}) == 3
    assert [shape.x0 for shape in figure.layout.shapes] == [0.2, 0.7]
    assert [one.text for one in figure.layout.annotations] == ["A", "B"]
