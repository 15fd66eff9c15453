"""Published numbers, and those measured here."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.published import measured_dots, published_dots

STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"))


def test_each_number_is_a_point_in_its_row_and_missing_ones_are_none() -> None:
    values = np.array([[80.0, np.nan], [70.0, 75.5]])
    *lines, first, second = published_dots(["<a>", "b"], ["c", "d"], values, STYLE, axis="x").data
    assert [list(line.x) for line in lines] == [[80, 80], [70, 75.5]]
    assert list(first.x) == [80, 70] and list(second.x) == [75.5] and list(second.y) == [1]
    assert first.marker.symbol != second.marker.symbol


def test_what_was_measured_has_its_interval_and_published_rows_are_hollow() -> None:
    ranges = np.array([[40.0, 60.0], [np.nan, np.nan]])
    figure = measured_dots(
        ["a", "b"],
        np.array([50.0, 3.0]),
        ranges,
        STYLE,
        axis="x",
        ends=(0, 100),
        hollow=(False, True),
    )
    here, published = figure.data
    assert list(here.error_x.array) == [10] and list(here.error_x.arrayminus) == [10]
    assert published.marker.symbol == "circle-open" and published.error_x.array is None
