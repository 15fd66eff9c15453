"""The pictures of a data set: every example is counted once, names of visitors are text."""

from __future__ import annotations

import json

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.data import MOST_LIMITS, class_counts, text_lengths
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=SPANISH)
PARTS = "to learn from", "to <i>validate", "held out"
WORDS = "tokens", "texts", "cut <b>here"


def test_each_class_has_a_bar_for_each_part_and_its_share() -> None:
    names = ["<b>spam</b>", "spam", "spam "]
    figure = class_counts(names, np.array([[7, 20, 0], [1, 3, 1], [2, 6, 0]]), STYLE, parts=PARTS)
    assert [bar.x.tolist() for bar in figure.data[:3]] == [[7, 20, 0], [1, 3, 1], [2, 6, 0]]
    assert figure.layout.barmode == "stack"
    assert [text.split() for text in figure.data[3].text] == [
        ["10", "·", "25", "%"],
        ["29", "·", "72", "%"],
        ["1", "·", "2", "%"],
    ]
    assert list(figure.layout.yaxis.tickvals) == [0, 1, 2]
    assert "<b>" not in json.dumps(figure.to_plotly_json()["layout"]["yaxis"], default=str)
    assert "<i>" not in figure.data[1].name


@pytest.mark.parametrize("longest", [5, 9, 30, 127, 128, 129, 500, 5_000])
def test_every_text_is_in_one_bar_of_its_length(longest: int) -> None:
    lengths = np.append(np.random.default_rng(0).integers(3, min(longest, 60), size=400), longest)
    figure = text_lengths(lengths, STYLE, limit=128, words=WORDS)
    (bars,) = figure.data
    assert sum(bars.y) == len(lengths)
    for count, label in zip(bars.y, bars.hovertext, strict=True):
        first, sign, *last = label.split()
        inside = lengths >= int(first)
        if sign == "–":
            inside &= lengths <= int(*last) if label == bars.hovertext[-1] else lengths < int(*last)
        assert count == inside.sum()


@pytest.mark.parametrize(("longest", "there"), [(100, False), (128, True), (300, True)])
def test_the_line_where_texts_are_cut_is_drawn_where_there_are_such_texts(longest: int, there: bool) -> None:
    figure = text_lengths(np.array([5, longest]), STYLE, limit=128, words=WORDS)
    assert bool(figure.layout.shapes) is there
    assert all("<b>" not in annotation.text for annotation in figure.layout.annotations)


def test_one_very_long_text_does_not_press_the_others_together() -> None:
    figure = text_lengths(np.array([10, 20, 30, 8_000]), STYLE, limit=128, words=WORDS)
    (bars,) = figure.data
    assert max(bars.x) <= MOST_LIMITS * 128
    assert sum(1 for count in bars.y if count) >= 3
    assert bars.hovertext[-1].endswith("+")
