"""Vectors being learned: words at their places, names that can be read, the loss so far."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.history.train import loss_line, words_map
from bertviz_core.charts.history.train_one_hot import one_hot_rows
from bertviz_core.results import LiveSettings, LiveVectors

STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"))
LIVE = LiveVectors(
    settings=LiveSettings(epochs=10),
    vocabulary=("<b>", "cat", "dog"),
    shown=(1, 2, 0),
    epochs=np.array([0, 5, 10]),
    losses=np.array([4, 2, 1], dtype=np.float32),
    points=np.arange(18, dtype=np.float32).reshape(3, 3, 2) / 20,
    vectors=np.zeros((3, 2), dtype=np.float32),
)


def test_the_map_shows_one_moment_by_groups() -> None:
    animals, rest, names = words_map(LIVE, 1, STYLE, groups={"animals": ("cat", "dog")}).data
    np.testing.assert_array_equal(animals.x, LIVE.points[1, :2, 0])
    np.testing.assert_array_equal(rest.y, LIVE.points[1, 2:, 1])
    assert list(names.text) == ["cat", "dog", "&lt;b&gt;"]


def test_the_loss_is_drawn_up_to_the_moment() -> None:
    line, now = loss_line(LIVE, 1, STYLE, epoch="epoch", loss="loss").data
    assert list(line.x) == [0, 5] and list(line.y) == [4, 2] and list(now.x) == [5]


def test_a_one_hot_row_has_a_single_one() -> None:
    (cells,) = one_hot_rows(["a<", "b"], [4, 0], 6, STYLE, dimension="place").data
    np.testing.assert_array_equal(cells.z, np.eye(6)[[4, 0]])
