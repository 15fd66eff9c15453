"""The strips show the numbers that are summed, each at its place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.inside.input import (
    NUMBERS,
    InputWords,
    input_numbers,
    input_rows,
    input_strips,
)
from bertviz_core.charts.inside.input_tokens import MOST_TOKENS, shown_tokens, token_strips
from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import number_style

STYLE = ChartStyle(
    ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=number_style("es")
)
WORDS = InputWords(
    token="<b>",
    segment="segment A",
    position="position 1",
    total="sum",
    normed="LayerNorm",
    dimension="Dimension",
    first="first",
    all="all",
)


def test_every_row_is_a_part_of_the_sum(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").input_embeddings("the cat sat")
    rows = input_rows(answer, 1, WORDS)
    assert [row.name for row in rows] == ["<b>", "+ segment A", "+ position 1", "= sum", "LayerNorm"]
    (cells,) = input_strips(rows, STYLE, WORDS).data
    most = max(np.abs(row.values).max() for row in rows[:4])
    for drawn, row in zip(cells.z, rows, strict=True):
        scale = np.abs(row.values).max() if row.own_scale else most
        np.testing.assert_allclose(drawn * scale, row.values, rtol=1e-5)
    assert cells.hovertext[3][0] == f"{answer.total[1, 0]:.4f}".replace(".", ",").replace("-", "−")


def test_a_model_without_segments_has_a_row_less(tiny: Callable[..., BertEngine]) -> None:
    rows = input_rows(tiny("distilbert").input_embeddings("the cat sat"), 1, WORDS)
    assert [row.role for row in rows] == ["token", "position", "hidden", "hidden"]


def test_the_first_numbers_are_written_out(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").input_embeddings("the cat sat")
    cells, written = input_numbers(input_rows(answer, 2, WORDS), STYLE, WORDS).data
    assert cells.z.shape == (5, NUMBERS)
    first = [text.replace(",", ".").replace("−", "-") for text in written.text[:NUMBERS]]
    assert [float(text) for text in first] == pytest.approx(answer.token[2, :NUMBERS], abs=6e-4)


def test_markup_in_a_token_is_text(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").input_embeddings("<b>")
    figure = input_strips(input_rows(answer, 1, WORDS), STYLE, WORDS)
    assert "&lt;b&gt;" in figure.layout.yaxis.ticktext[0]
    assert figure.data[0].text[0][0] == "&lt;b&gt;"
    tokens = token_strips(answer.total, answer.encoding, 1, STYLE, dimension="Dimension")
    assert not any("<" in label for label in tokens.layout.yaxis.ticktext)


def test_of_a_long_text_the_tokens_around_the_chosen_one_are_drawn(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").input_embeddings("a b c d e " * 11)
    count = len(answer.encoding)
    for place in (0, 20, count - 1):
        places = shown_tokens(answer.encoding, place)
        assert len(places) == MOST_TOKENS < count
        assert place in places
        figure = token_strips(answer.total, answer.encoding, place, STYLE, dimension="Dimension")
        np.testing.assert_array_equal(figure.data[0].z, answer.total[places])
        (frame,) = figure.layout.shapes
        assert places[round((frame.y0 + frame.y1) / 2)] == place
