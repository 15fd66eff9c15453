"""Scores as bars, and the senses of words as lines."""

from __future__ import annotations

import pytest

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.charts.about.senses import word_sense_lines
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.results import WordSenses

STYLE = ChartStyle(ink="#17212b", background="#ffffff", sequential=("#ffffff", "#0072b2"))


def test_each_group_has_its_bars_and_its_baseline() -> None:
    figure = score_bars(
        ["<b>one</b>", "three", "three"],
        [Scores(name="A", values=(0.1, 0.2, None)), Scores(name="B", values=(0.4, 0.5, 0.6))],
        STYLE,
        measure="Share",
        baseline=Scores(name="Guess", values=(0.5, 0.25, 0.5)),
    )
    first, second, baseline = figure.data
    assert tuple(first.y) == (0.1, 0.2, None) and tuple(second.y) == (0.4, 0.5, 0.6)
    assert tuple(first.x) == (0, 1, 2)
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;one&lt;/b&gt;", "three", "three"]
    assert tuple(baseline.y) == (0.5, 0.5, None, 0.25, 0.25, None, 0.5, 0.5, None)
    assert first.marker.color != second.marker.color


def word(name: str, language: str, accuracy: tuple[float, ...], last_four: float = 0.75) -> WordSenses:
    return WordSenses(
        word=name,
        language=language,
        senses=("a", "b"),
        sentences=4,
        majority=0.5,
        accuracy=accuracy,
        silhouette=tuple(value - 1 for value in accuracy),
        accuracy_last_four=last_four,
        silhouette_last_four=-0.25,
    )


def test_a_line_a_word_and_one_for_their_mean() -> None:
    words = [
        word("banco", "es", (0.5, 1.0)),
        word("bank", "en", (0.25, 0.5), 0.875),
        word("<i>", "es", (0.0, 0.75), 0.25),
    ]
    labels = {"layer": "Layer", "input": "Input", "last_four": "Last 4", "measure": "Right", "mean": "Mean"}
    figure = word_sense_lines(words, STYLE, read=lambda w: (w.accuracy, w.accuracy_last_four), labels=labels)
    *lines, mean = figure.data
    assert [line.name for line in lines] == ["banco (es)", "bank (en)", "&lt;i&gt; (es)"]
    assert tuple(lines[0].y) == (0.5, 1.0, None, 0.75)
    assert tuple(lines[0].x) == (0, 1, None, 2)
    assert mean.y[0] == pytest.approx(0.25) and mean.y[1] == pytest.approx(0.75)
    assert list(figure.layout.xaxis.ticktext) == ["0<br>Input", "<br>Last 4"]
    named = {note.text: note.y for note in figure.layout.annotations}
    assert named == {"&lt;i&gt; (es)": 0.25, "bank (en)": 0.875, "Mean": pytest.approx(0.625)}
    assert mean.line.width > max(line.line.width for line in lines)


def test_intervals_are_lines_from_the_end_of_each_bar() -> None:
    kind = Scores(name="A", values=(0.5, 0.75), ranges=((0.4, 0.7), (0.5, 0.8)))
    (bars,) = score_bars(["one", "two"], [kind], STYLE, measure="Share").data
    assert tuple(bars.error_y.array) == pytest.approx((0.2, 0.05))
    assert tuple(bars.error_y.arrayminus) == pytest.approx((0.1, 0.25))
    assert bars.textposition == "inside"
