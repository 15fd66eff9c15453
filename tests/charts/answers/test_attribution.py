"""Bars, colours and lines of the views that explain an answer hold the numbers of the result."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from bertviz_core.charts.answers.attribution import (
    FEW_PARTS,
    AttributionWords,
    ScoredPart,
    attribution_bars,
    part_colours,
)
from bertviz_core.charts.chart_style import LESS, MORE, ChartStyle
from bertviz_core.charts.next_sentence.why_attention import BetweenWords, attention_between_lines
from bertviz_core.engine import BertEngine

STYLE = ChartStyle(ink="#111111", background="#fafafa", sequential=("#ffffff", "#0000ff"))
WORDS = AttributionWords(measure="nats", sentences=("First", "Second"))


def parts_of(*scores: float, texts: str = "abcdefgh", second_from: int | None = None) -> list[ScoredPart]:
    return [
        ScoredPart(
            text=texts[place % len(texts)],
            label=f"{texts[place % len(texts)]} {place}",
            score=score,
            sequence=int(second_from is not None and place >= second_from),
        )
        for place, score in enumerate(scores)
    ]


def test_every_part_has_a_bar_in_reading_order() -> None:
    parts = parts_of(0.5, -2.0, 0.0, 1.0, texts="aa")
    figure = attribution_bars(parts, STYLE, WORDS)
    (bars,) = figure.data
    assert list(bars.x) == list(figure.layout.xaxis.labelalias) == ["0", "1", "2", "3"]
    np.testing.assert_allclose(bars.y, [0.5, -2, 0, 1])
    assert list(bars.marker.color) == [MORE, LESS, MORE, MORE]
    assert len(set(figure.layout.xaxis.labelalias.values())) == 4
    low, high = figure.layout.yaxis.range
    assert low < -2 and high > 1


def test_scores_of_zero_only_are_drawn() -> None:
    (bars,) = attribution_bars(parts_of(0.0, 0.0), STYLE, WORDS).data
    assert not np.any(bars.y)
    assert part_colours(parts_of(0.0, 0.0), STYLE) == ["#fafafa", "#fafafa"]


def test_numbers_are_written_while_they_fit() -> None:
    (few,) = attribution_bars(parts_of(*[1.0] * FEW_PARTS), STYLE, WORDS).data
    (many,) = attribution_bars(parts_of(*[1.0] * (FEW_PARTS + 1)), STYLE, WORDS).data
    assert few.text and not many.text


def test_colours_have_the_sign_and_size_of_scores() -> None:
    assert part_colours(parts_of(2.0, -2.0, 0.0), STYLE) == [MORE, LESS, "#fafafa"]
    weak, _strong = part_colours(parts_of(0.1, 2.0), STYLE)
    assert weak not in (MORE, "#fafafa")


def test_both_texts_are_named_and_parted() -> None:
    figure = attribution_bars(parts_of(1.0, 1.0, 1.0, second_from=2), STYLE, WORDS)
    assert [note.text for note in figure.layout.annotations] == ["<b>First</b>", "<b>Second</b>"]
    assert [note.x for note in figure.layout.annotations] == [0, 2]
    assert figure.layout.shapes[0].x0 == 1.5
    assert not attribution_bars(parts_of(1.0, 1.0), STYLE, WORDS).layout.annotations


def test_markup_in_a_part_is_text() -> None:
    part = ScoredPart(text="<b>", label="<b> 0", score=1.0, sequence=0)
    figure = attribution_bars([part], STYLE, WORDS)
    assert list(figure.layout.xaxis.labelalias.values()) == ["&lt;b&gt; 0"]
    assert list(figure.data[0].customdata) == ["&lt;b&gt; 0"]


@pytest.mark.parametrize("family", ["bert", "albert"])
def test_the_lines_hold_the_shares(tiny: Callable[..., BertEngine], family: str) -> None:
    between = tiny(family).attention_between("the man", "he lives")
    words = BetweenWords(
        cls="[CLS] looks at",
        across="across",
        layer="Layer",
        first="A",
        second="B",
        special="special",
        first_to_second="A to B",
        second_to_first="B to A",
    )
    figure = attention_between_lines(between, STYLE, words)
    drawn = {line.name: line for line in figure.data}
    shares = {
        "A": between.cls_to_first,
        "B": between.cls_to_second,
        "special": between.cls_to_special,
        "A to B": between.first_to_second,
        "B to A": between.second_to_first,
    }
    assert drawn.keys() == shares.keys()
    for name, share in shares.items():
        np.testing.assert_array_equal(drawn[name].y, share)
        assert list(drawn[name].x) == [1, 2, 3]
        assert (drawn[name].yaxis == "y2") == ("to" in name)
