"""The masked words page without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine

OpenPage = Callable[..., AppTest]


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def bar_names(chart: dict[str, Any]) -> list[str]:
    return list(chart["layout"]["yaxis"]["ticktext"])


def type_text(app: AppTest, text: str) -> AppTest:
    app.text_input(key="masked_text").set_value(text).run()
    assert not app.exception
    return app


def hide(app: AppTest, *numbers: int) -> AppTest:
    (pills,) = [group for group in app.button_group if str(group.key).startswith("hidden_")]
    pills.set_value(list(numbers)).run()
    assert not app.exception
    return app


def test_an_example_is_answered_when_the_page_opens(open_page: OpenPage, mini: BertEngine) -> None:
    (chart,) = charts(open_page("masked_words", "es"))
    expected = mini.fill_mask("Voy a guardar el queso en el [MASK]").masks[0].predictions
    assert bar_names(chart) == [p.token for p in expected]


@pytest.mark.parametrize("blank", ["[MASK]", "[mask]", "[Mask]", "<mask>", "___"])
def test_every_way_to_write_a_blank_is_understood(open_page: OpenPage, blank: str, mini: BertEngine) -> None:
    (chart,) = charts(type_text(open_page("masked_words"), f"Me gusta mucho el {blank} de chocolate"))
    expected = mini.fill_mask("Me gusta mucho el [MASK] de chocolate").masks[0].predictions
    assert bar_names(chart) == [p.token for p in expected]


def test_a_clicked_word_is_hidden_and_its_rank_told(open_page: OpenPage, mini: BertEngine) -> None:
    app = hide(type_text(open_page("masked_words"), "La capital de Francia es París"), 1)
    (chart,) = charts(app)
    result = mini.fill_mask("La [MASK] de Francia es París", candidates=["capital"]).masks[0]
    assert bar_names(chart) == [p.token for p in result.predictions]
    captions = " ".join(caption.value for caption in app.caption)
    assert f"rank {result.candidates[0].rank} of" in captions
    assert f"{result.candidates[0].probability:.4f}" in captions


def test_one_chart_a_blank_in_reading_order(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), "el gato ___ en la casa [mask]"), 0)
    assert len(charts(app)) == 3


def test_a_new_sentence_starts_with_nothing_hidden(open_page: OpenPage) -> None:
    app = hide(type_text(open_page("masked_words"), "uno dos tres"), 1)
    type_text(app, "cuatro cinco [MASK]")
    assert len(charts(app)) == 1


def test_a_sentence_without_blank_gets_a_hint_and_keeps_its_words(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "una frase entera")
    assert "no blank" in app.warning[0].value
    assert charts(app) == []
    assert len(charts(hide(app, 2))) == 1


def test_a_blank_text_gets_a_hint(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "  ")
    assert "no text yet" in app.warning[0].value
    assert charts(app) == []


def test_a_blank_beyond_the_limit_is_refused(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "palabra " * 600 + "[MASK]")
    assert "512" in app.warning[-1].value
    assert charts(app) == []


def test_the_number_of_words_is_the_visitors(open_page: OpenPage) -> None:
    app = open_page("masked_words")
    app.button_group(key="top_k").set_value(20).run()
    assert len(bar_names(charts(app)[0])) == 20


def test_hostile_text_is_escaped_on_the_pills(open_page: OpenPage) -> None:
    app = type_text(open_page("masked_words"), "$5 :smile: <b>x</b> *y* [MASK]")
    (pills,) = [group for group in app.button_group if str(group.key).startswith("hidden_")]
    labels = [option.content for option in pills.proto.options]
    assert "\\$" in labels
    assert "\\<" in labels
    assert not any(label in {"$", "*", "<", ":"} for label in labels)
