"""The views of directions and of layers, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine

OpenPage = Callable[..., AppTest]
TEXT, MASKED = "Ella bebe un café con leche fría", "Ella bebe un [MASK] con leche fría"


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.subheader, *app.caption])


def test_the_four_ways_stand_side_by_side_with_the_hidden_word(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", view="directions", text=TEXT, hidden="3")
    answers = mini.fill_mask_by_direction(MASKED, top_k=8, word="café")
    drawn = charts(app)
    for chart, way in zip(drawn, (answers.left, answers.right, answers.joined, answers.both), strict=True):
        assert chart["layout"]["yaxis"]["ticktext"] == [p.token for p in way.predictions]
        assert f"rank {way.candidates[0].rank:,}" in said(app)
    assert len({tuple(chart["layout"]["xaxis"]["range"]) for chart in drawn}) == 1


def test_a_blank_at_the_end_comes_with_a_better_sentence(open_page: OpenPage) -> None:
    app = open_page("masked_words", "es", view="directions", text="Mi hermana vive en [MASK]")
    app.button(key="directions_example").click().run()
    assert not app.exception
    assert app.text_input(key="masked_text").value == "Ella abrió la [MASK] con la llave"
    assert not [button for button in app.button if button.key == "directions_example"]


def test_layers_are_named_by_their_own_first_word(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", view="layers", text=TEXT, hidden="3", measure="rank")
    answer = mini.answer_by_layer(MASKED, top_k=10, word="café")
    (chart,) = charts(app)
    names = chart["layout"]["yaxis"]["ticktext"]
    assert [name.split("  ")[1] for name in names] == ["Input", *map(str, range(1, 13))]
    assert f"ends at rank {answer.words[answer.hidden or 0].rank}" in said(app)
    assert app.button_group(key="answer_layers_measure").value == "rank"
    app.button_group(key="answer_layers_measure").set_value("probability").run()
    assert "measure" not in app.query_params


@pytest.mark.parametrize("view", ["directions", "layers"])
def test_one_of_several_blanks_is_chosen(open_page: OpenPage, view: str) -> None:
    app = open_page("masked_words", view=view, text="El ___ ladra y el ___ maúlla", blank="2")
    assert app.selectbox(key="masked_words_blank_2").value == 1
    before = charts(app)
    app.selectbox(key="masked_words_blank_2").set_value(0).run()
    assert not app.exception
    assert charts(app) != before
    assert "blank" not in app.query_params


@pytest.mark.parametrize("view", ["directions", "layers"])
@pytest.mark.parametrize("text", ["", "no blank here", "$5 and $6 <b>[MASK]</b> *x* :smile: a_b_c", "[MASK]"])
def test_odd_texts_get_an_answer_or_a_hint(open_page: OpenPage, view: str, text: str) -> None:
    app = open_page("masked_words", view=view)
    app.text_input(key="masked_text").set_value(text).run()
    assert not app.exception
    assert bool(charts(app)) == ("[MASK]" in text)
    assert bool(charts(app)) or app.warning or app.info


def test_a_long_text_is_quoted_in_whole_words(open_page: OpenPage) -> None:
    text = "Ayer mi vecina plantó tres [MASK] junto al extraordinariamente largo muro"
    app = open_page("masked_words", view="directions", text=text)
    assert "… plantó tres ▢ junto al …" in said(app)
    app.text_input(key="masked_text").set_value("Desafortunadamente [MASK] extraordinariamente").run()
    assert not app.exception
    assert "… rtunadamente ▢ extraordinar …" in said(app)
