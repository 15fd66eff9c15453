"""Scores and weights under a mask: every number in its cell, and what is forbidden told without colour."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle, colour_at, readable_ink
from bertviz_core.charts.inside.masks import (
    FORBIDDEN,
    MOST_NUMBERS,
    MaskWords,
    masked_scores,
    masked_weights,
    picture_height,
)
from bertviz_core.charts.inside.masks_norms import AFTER, BEFORE, NormWords, norms_svg
from bertviz_core.engine import BertEngine
from bertviz_core.results import MaskedAttention
from bertviz_core.written_numbers import number_style

STYLE = ChartStyle(
    ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=number_style("es")
)
WORDS = MaskWords(query="looks", key="looked at", score="score", weight="weight")
NORMS = NormWords(heading="a <b>", attention="attend", feed="feed", norm="norm", state="state")


@pytest.fixture
def answer(tiny: Callable[..., BertEngine]) -> MaskedAttention:
    return tiny("bert").masked_attention("the cat sat", layer=1, head=2, mask="causal")


def test_numbers_stand_in_their_cells_and_minus_infinity_in_the_others(answer: MaskedAttention) -> None:
    numbers = masked_scores(answer, 1, STYLE, WORDS).data[-1]
    for text, row, column in zip(numbers.text, numbers.y, numbers.x, strict=True):
        if answer.allowed[row, column]:
            read = float(text.replace(",", ".").replace("−", "-"))
            assert read == pytest.approx(answer.scores[row, column], abs=0.051)
        else:
            assert text == FORBIDDEN


def test_weights_are_coloured_by_their_roots_and_forbidden_ones_are_nothing(answer: MaskedAttention) -> None:
    closed, weights, _strokes, numbers = masked_weights(answer, 1, STYLE, WORDS).data
    np.testing.assert_allclose(weights.z[answer.allowed] ** 2, answer.weights[answer.allowed], atol=1e-6)
    assert np.isnan(weights.z[~answer.allowed].astype(float)).all()
    np.testing.assert_array_equal(np.isnan(closed.z.astype(float)), answer.allowed)
    assert {text for text, seen in zip(numbers.text, answer.allowed.ravel(), strict=True) if not seen} == {
        "0"
    }
    assert weights.customdata[2][0][1] == f"{answer.weights[2, 0]:.4f}".replace(".", ",")
    assert weights.customdata[0][2][1] == "0"


def test_every_forbidden_cell_has_a_stroke(answer: MaskedAttention) -> None:
    strokes = masked_scores(answer, 1, STYLE, WORDS).data[2]
    starts = {(round(y), round(x)) for x, y in zip(strokes.x[::3], strokes.y[::3], strict=True)}
    assert starts == {tuple(cell) for cell in np.argwhere(~answer.allowed).tolist()}


def test_inks_can_be_read_on_their_cells(answer: MaskedAttention) -> None:
    figure = masked_scores(answer, 1, STYLE, WORDS)
    cells, numbers = figure.data[1], figure.data[-1]
    for place, seen in enumerate(answer.allowed.ravel()):
        if seen:
            shade = float(cells.z.ravel()[place])
            assert 0 <= shade <= 1
            assert numbers.textfont.color[place] == readable_ink(colour_at(STYLE.diverging_scale(), shade))


def test_a_long_text_has_strokes_and_no_numbers(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").masked_attention("sol " * 50, layer=0, head=0, mask="causal")
    assert len(answer.encoding) > MOST_NUMBERS
    figure = masked_scores(answer, 1, STYLE, WORDS)
    assert [trace.type for trace in figure.data] == ["heatmap", "heatmap", "scatter"]
    assert figure.data[-1].mode == "lines"
    assert figure.layout.height == picture_height(answer) < 900


def test_markup_in_a_token_is_text(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("roberta").masked_attention("<b>x</b>", layer=0, head=0, mask="full")
    figure = masked_weights(answer, 1, STYLE, WORDS)
    names = [*figure.layout.xaxis.ticktext, *figure.layout.yaxis.ticktext]
    assert any("&lt;" in name for name in names)
    assert not any("<" in name for name in names)
    said = [cell[0] for row in figure.data[1].customdata for cell in row]
    assert not any("<" in text.replace("<br>", "") for text in said)


@pytest.mark.parametrize("parts", [AFTER, BEFORE])
def test_the_layer_shows_its_parts_from_bottom_to_top(parts: tuple[str, ...]) -> None:
    picture = ElementTree.fromstring(norms_svg(parts, STYLE, NORMS))
    texts = [(text.text, float(text.get("y"))) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0][0] == "a <b>"
    boxes = [text for text, _y in sorted(texts[1:-1], key=lambda text: -text[1])]
    told = {"attention": "attend", "feed": "feed", "norm": "norm"}
    assert boxes == [told[part] for part in parts if part in told]
    assert all(y > 20 for _text, y in texts[1:])
