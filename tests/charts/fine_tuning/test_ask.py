"""Bars of classes, answers and tags: every number is drawn, names are text."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.ask import MOST_BARS, choice_bars
from bertviz_core.charts.fine_tuning.ask_tags import OUTSIDE_COLOUR, kind_colours, kind_of, tag_bars
from bertviz_core.results import Encoding, TaggedText

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#000088"))
TAGS = ("O", "B-LOC", "I-LOC", "B-<b>", "NOUN")


def test_equal_and_hostile_names_keep_a_bar_each() -> None:
    figure = choice_bars(["<b>x</b>", "same", "same"], [0.5, 0.3, 0.2], STYLE, axis="p <i>")
    bars, axis = figure.data[0], figure.layout.yaxis
    assert list(bars.x) == [0.5, 0.3, 0.2] and list(bars.y) == list(axis.tickvals) == [0, 1, 2]
    assert list(axis.ticktext) == ["&lt;b&gt;x&lt;/b&gt;", "same", "same"]
    assert bars.customdata[0] == "&lt;b&gt;x&lt;/b&gt;"
    assert figure.layout.xaxis.title.text == "p &lt;i&gt;"


def test_of_many_classes_the_first_are_drawn_and_long_names_are_cut() -> None:
    names = [f"{'long ' * 40}{n}\nline" for n in range(20)]
    figure = choice_bars(names, np.linspace(0.1, 0, 20).tolist(), STYLE, axis="p")
    assert len(figure.data[0].x) == MOST_BARS
    assert all(len(text) <= 24 and "\n" not in text for text in figure.layout.yaxis.ticktext)
    few = choice_bars(["a", "b"], [0.6, 0.4], STYLE, axis="p")
    assert figure.layout.height > few.layout.height


def tagged(words: tuple[str, ...], probabilities: np.ndarray) -> TaggedText:
    n = len(words)
    encoding = Encoding(
        text=" ".join(words),
        pair=None,
        tokens=words,
        surfaces=words,
        **{
            name: np.zeros(n, np.int64)
            for name in ("ids", "segment_ids", "sequence_ids", "positions", "word_ids")
        },
        spans=np.zeros((n, 2), np.int64),
        special=np.zeros(n, bool),
        unknown=np.zeros(n, bool),
        truncated=False,
    )
    return TaggedText(
        model="m",
        encoding=encoding,
        labels=TAGS,
        words=words,
        word_index=np.arange(n),
        spans=np.zeros((n, 2), np.int64),
        probabilities=probabilities,
        entities=(),
    )


def test_each_word_has_a_bar_in_the_colour_of_its_kind() -> None:
    probabilities = np.full((4, 5), 0.1) + np.eye(5)[[0, 1, 2, 3]] * 0.5
    answer = tagged(("the", "the", "<i>", "x"), probabilities)
    figure = tag_bars(answer, STYLE, axis="p")
    colours = kind_colours(TAGS)
    assert list(figure.data[0].y) == pytest.approx([0.6] * 4)
    assert list(figure.data[0].marker.color) == [
        OUTSIDE_COLOUR,
        colours["LOC"],
        colours["LOC"],
        colours["<b>"],
    ]
    assert list(figure.data[0].x) == ["0", "1", "2", "3"]
    assert figure.data[0].customdata[2].startswith("&lt;i&gt;")
    assert "&lt;b&gt;" in figure.data[0].customdata[3]


@pytest.mark.parametrize(
    ("tag", "kind"), [("O", ""), ("B-LOC", "LOC"), ("I-LOC", "LOC"), ("NOUN", "NOUN"), ("B-", "")]
)
def test_kinds(tag: str, kind: str) -> None:
    assert kind_of(tag) == kind


def test_kinds_have_different_colours_in_the_order_of_the_tags() -> None:
    colours = kind_colours(("O", "I-PER", "B-LOC", "I-LOC", "B-PER"))
    assert list(colours) == ["PER", "LOC"] and len(set(colours.values())) == 2
