"""The bars say what the result says, whatever the tokens look like."""

from __future__ import annotations

import pytest

from bertviz_core.charts.mask_bars import mask_bars
from bertviz_core.results import MaskedWord, Prediction


def masked(*answers: tuple[str, float]) -> MaskedWord:
    predictions = tuple(
        Prediction(token=token, token_id=i, probability=p, rank=i + 1) for i, (token, p) in enumerate(answers)
    )
    return MaskedWord(index=3, predictions=predictions)


def test_one_bar_a_prediction_with_its_probability() -> None:
    figure = mask_bars(masked(("casa", 0.5), ("mesa", 0.25)), axis_title="p")
    assert list(figure.data[0].x) == pytest.approx([0.5, 0.25])
    assert figure.data[0].text == ("0.5000", "0.2500")
    assert figure.layout.yaxis.ticktext == ("casa", "mesa")
    assert figure.layout.xaxis.title.text == "p"


def test_equal_tokens_keep_their_own_bars() -> None:
    figure = mask_bars(masked(("a", 0.5), ("a", 0.3), ("a", 0.2)), axis_title="p")
    assert list(figure.data[0].y) == [0, 1, 2]
    assert list(figure.layout.yaxis.tickvals) == [0, 1, 2]


def test_markup_in_a_token_is_text() -> None:
    figure = mask_bars(masked(("<b>x</b>", 0.5)), axis_title="p")
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;",)
    assert "<b>" not in str(figure.data[0].customdata)


def test_the_hidden_word_has_a_colour_of_its_own() -> None:
    figure = mask_bars(masked(("casa", 0.5), ("mesa", 0.25), ("silla", 0.1)), original="mesa", axis_title="p")
    others, original = figure.data
    assert list(others.y) == [0, 2]
    assert list(original.y) == [1]
    assert original.marker.color != others.marker.color
