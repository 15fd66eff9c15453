"""Models on a line of time."""

from __future__ import annotations

from math import log10

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.timeline import TimePoint, in_later_half, timeline_chart, year_places

STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"))


def test_years_with_more_models_are_wider() -> None:
    places = year_places([2013.1, 2015.2, 2015.8])
    widths = np.diff(list(places.values()))
    assert list(places) == [2013, 2014, 2015, 2016] and widths[2] > widths[0] > widths[1] > 0


def test_sizes_stand_at_their_logarithm_and_names_are_text() -> None:
    points = [
        TimePoint(name="<b>a", when=2018.5, kind=0, millions=110, most_millions=340),
        TimePoint(name="b", when=2019.5, kind=1, millions=None, most_millions=None),
    ]
    figure = timeline_chart(points, 0, ["k", "l"], STYLE, loaded=34, loaded_name="<i>", size="s")
    line, first, second, ring, names = figure.data
    np.testing.assert_allclose(line.y, [log10(110), log10(340)])
    np.testing.assert_allclose(first.y, [log10(110)])
    assert ring.x[0] == first.x[0] and second.y[0] < log10(10)
    assert names.text[0] == "&lt;b&gt;a" and figure.layout.annotations[0].text == "&lt;i&gt;"
    assert first.marker.symbol != second.marker.symbol
    assert [in_later_half(points, place) for place in (0, 1)] == [False, True]
