"""A word as one point, and as one for each sentence."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.occurrences import many_points, moved_lines, one_point
from bertviz_core.results import MovedWord, NearWords, WordNeighbours

STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"))
MOVED = MovedWord(
    model="m",
    word="banco",
    layer=1,
    sentences=("uno <b>", "dos", "tres"),
    points=np.array([[0, 1], [2, 3], [4, 5]], dtype=np.float32),
    variance=(0.6, 0.2),
    cosines=np.eye(3, dtype=np.float32),
    moved=np.array([[0, 0, 0], [0.1, 0.2, 0.6]], dtype=np.float32),
    near=(),
    probabilities=(),
)


def test_sentences_are_points_with_numbers_by_sense() -> None:
    money, seat = many_points(MOVED, ("money", "seat", "money"), STYLE, title="t").data
    assert list(money.text) == ["1", "3"] and list(money.x) == [0, 4] and list(seat.y) == [3]
    assert money.customdata[0] == "uno &lt;b&gt;"


def test_lines_show_how_far_each_sentence_moves() -> None:
    *sentences, mean, static = moved_lines(MOVED, STYLE, layer="l", distance="d", static="s").data
    np.testing.assert_array_equal([line.y for line in sentences], MOVED.moved.T)
    np.testing.assert_allclose(mean.y, [0, 0.3])
    assert not np.asarray(static.y).any()


def test_a_static_word_is_one_point() -> None:
    near = NearWords(
        language="es", words=("<i>",), cosines=np.ones(1, np.float32), counts=np.ones(1, np.int64)
    )
    answer = WordNeighbours(
        word="banco", count=3, rank=2, near=near, points=np.zeros((2, 2), np.float32), variance=(1, 0)
    )
    others, own, names = one_point(answer, STYLE, title="t").data
    assert len(own.x) == len(others.x) == 1 and list(names.text) == ["banco", "&lt;i&gt;"]
