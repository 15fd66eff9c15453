"""The bars say what the result says, whatever the tokens look like."""

from __future__ import annotations

import pytest

from bertviz_core.charts.answers.mask_bars import BarStyle, mask_bars
from bertviz_core.results import MaskedWord, Prediction

STYLE = BarStyle(axis_title="p")


def masked(*answers: tuple[str, float]) -> MaskedWord:
    predictions = tuple(
        Prediction(token=token, token_id=i, probability=p, rank=i + 1) for i, (token, p) in enumerate(answers)
    )
    return MaskedWord(index=3, predictions=predictions)


def test_one_bar_a_prediction_with_its_probability() -> None:
    figure = mask_bars(masked(("casa", 0.5), ("mesa", 0.25)), STYLE)
    assert list(figure.data[0].x) == pytest.approx([0.5, 0.25])
    assert figure.layout.yaxis.ticktext == ("casa", "mesa")
    assert figure.layout.xaxis.title.text == "p"


def test_equal_tokens_keep_their_own_bars() -> None:
    figure = mask_bars(masked(("a", 0.5), ("a", 0.3), ("a", 0.2)), STYLE)
    assert list(figure.data[0].y) == [0, 1, 2]
    assert list(figure.layout.yaxis.tickvals) == [0, 1, 2]


def test_markup_in_a_token_is_text() -> None:
    figure = mask_bars(masked(("<b>x</b>", 0.5)), STYLE)
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;",)
    assert "<b>" not in str(figure.data[0].customdata)


def test_quotation_marks_stay_as_they_are() -> None:
    """Plotly reads `&lt;` as a sign and `&quot;` as six letters."""
    assert mask_bars(masked(('"', 0.5), ("'s", 0.1)), STYLE).layout.yaxis.ticktext == ('"', "'s")


def test_the_hidden_word_has_a_colour_of_its_own() -> None:
    figure = mask_bars(masked(("casa", 0.5), ("mesa", 0.25), ("silla", 0.1)), STYLE, marked_rank=2)
    others, original = figure.data
    assert list(others.y) == [0, 2]
    assert list(original.y) == [1]
    assert original.marker.color != others.marker.color


def test_charts_side_by_side_share_axis_and_place_for_words() -> None:
    likely, unlikely = masked(("sí", 0.9)), masked(("probablemente", 0.1))
    style = BarStyle(axis_title="p", beside=(likely, unlikely))
    first, second = (mask_bars(mask, style).layout for mask in (likely, unlikely))
    assert first.xaxis.range == second.xaxis.range
    assert first.xaxis.range[1] >= 0.9
    assert first.margin.l == second.margin.l > mask_bars(likely, STYLE).layout.margin.l


def test_wide_letters_get_more_place() -> None:
    latin, chinese = (mask_bars(masked((word, 0.5)), STYLE).layout.margin.l for word in ("abcd", "銀行銀行"))
    assert chinese > latin
