"""Maps of positions and bars of swapped words: every number at its place, every word as text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bertviz_core.analysis.inside.positions import sinusoidal_positions
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.inside.positions import WRITTEN, position_map
from bertviz_core.charts.inside.positions_swap import (
    MOST_WORDS,
    SwapWords,
    shown_words,
    swap_bars,
    swap_lines,
    word_label,
)
from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import number_style

STYLE = ChartStyle(
    ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=number_style("es")
)
WORDS = SwapWords(
    with_positions="with",
    without_positions="without",
    distance="1 − cosine",
    cosine="cosine",
    layer="layer",
)


def test_a_map_holds_every_number_and_writes_those_of_a_small_one() -> None:
    waves = sinusoidal_positions(8, 6).positions
    (cells,) = position_map(waves, STYLE, title="<b>", across="d", down="p").data
    np.testing.assert_array_equal(cells.z, waves)
    assert cells.hovertext[3][1] == "−0,990"  # cos 3
    large = sinusoidal_positions(512, 64).positions
    assert large.size > WRITTEN
    (cells,) = position_map(large, STYLE, title="a", across="d", down="p", full=1.0).data
    assert cells.hovertext is None
    assert (cells.zmin, cells.zmax) == (-1, 1)


def test_bars_are_what_is_missing_to_the_same_direction(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").swapped_words("the man went", 1, 3)
    without, with_positions = swap_bars(answer, STYLE, WORDS).data
    assert list(with_positions.x) == pytest.approx((1 - answer.with_positions[-1]).tolist(), abs=1e-6)
    assert max(without.x) < 1e-4
    assert with_positions.text[1] == f"{1 - answer.with_positions[-1, 1]:.3f}".replace(".", ",")
    names = swap_bars(answer, STYLE, WORDS).layout.yaxis.ticktext
    assert list(names) == ["[CLS]", "<b>the</b>", "man", "<b>went</b>", "[SEP]"]


def test_lines_are_the_cosines_of_both_words_by_layer(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").swapped_words("the man went", 1, 3)
    lines = swap_lines(answer, STYLE, WORDS).data
    assert [line.name for line in lines] == ["the", "the", "went", "went"]
    for line, cosines in zip(
        lines[::2], (answer.with_positions[:, 1], answer.with_positions[:, 3]), strict=True
    ):
        assert list(line.y) == pytest.approx(cosines.tolist())


def test_of_a_long_text_the_swapped_words_are_drawn(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    answer = engine.swapped_words("a b c d " * 14, 1, 56)
    shown = shown_words(answer)
    assert len(shown) == MOST_WORDS < len(answer.words)
    assert {answer.first, answer.second} <= set(shown)
    assert shown == sorted(shown)


def test_markup_in_a_word_is_text(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    answer = engine.swapped_words("a <b> c", 1, 2)
    assert word_label(answer, 2) == "<"
    names = swap_bars(answer, STYLE, WORDS).layout.yaxis.ticktext
    assert "<b>&lt;</b>" in names
    assert ">" not in names


def test_columns_in_another_order_keep_their_numbers() -> None:
    waves = sinusoidal_positions(8, 4).positions
    figure = position_map(
        waves[:, [0, 2, 1, 3]], STYLE, title="a", across="d", down="p", columns=[0, 2, 1, 3]
    )
    assert list(figure.data[0].x) == ["0", "2", "1", "3"]
    assert figure.layout.xaxis.type == "category"
