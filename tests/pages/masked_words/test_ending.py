"""A blank at the end of the text, in every view: read as if the sentence ended, or literally."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine

OpenPage = Callable[..., AppTest]
TEXT = "En verano comemos mucho [MASK]"
SWITCH = "blank_ending_literal"
SAYS = "as if the sentence ended"
LONG = "La casa es muy grande y tiene muchas ventanas azules. " * 60


def first_chart(app: AppTest) -> dict[str, Any]:
    return json.loads(app.get("plotly_chart")[0].proto.spec)


def said(app: AppTest, words: str) -> bool:
    return any(words in caption.value for caption in app.caption)


@pytest.mark.parametrize("view", ["fill", "compare", "directions", "layers", "why"])
def test_every_view_reads_the_sentence_as_ended_and_offers_the_literal_answer(
    view: str, open_page: OpenPage
) -> None:
    app = open_page("masked_words", view=view, text=TEXT)
    assert said(app, SAYS)
    ended = first_chart(app)
    assert "arroz" in json.dumps(ended) or view in ("directions", "why")
    app.toggle(key=SWITCH).set_value(True).run()
    assert not app.exception
    assert not said(app, SAYS)
    assert app.query_params["ending"] == ["literal"] or app.query_params["ending"] == "literal"
    assert first_chart(app) != ended or view == "directions"  # to the left nothing changes


def test_fill_answers_what_the_engine_answers(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("masked_words", text=TEXT)
    expected = mini.fill_mask(f"{TEXT}.").masks[0].predictions
    assert list(first_chart(app)["layout"]["yaxis"]["ticktext"]) == [p.token for p in expected]
    app = open_page("masked_words", text=TEXT, ending="literal")
    assert first_chart(app)["layout"]["yaxis"]["ticktext"][0] == "."
    app.session_state["link"] = True
    app.run()
    assert parse_qs(urlsplit(app.code[0].value).query)["ending"] == ["literal"]


def test_a_clicked_word_at_the_end_is_asked_about_with_an_end_and_a_sign_without(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="En verano comemos mucho arroz", hidden="4")
    assert said(app, SAYS)
    app = open_page("masked_words", text="En verano comemos mucho arroz.", hidden="5")
    assert not said(app, SAYS)
    assert first_chart(app)["layout"]["yaxis"]["ticktext"][0] == "."


def test_several_blanks_are_filled_together_with_an_end(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="El [MASK] dice que en verano comemos mucho [MASK]", together="1")
    assert said(app, SAYS)
    assert app.dataframe[0].value["text"][0].endswith(".")


def test_heads_are_switched_off_for_the_ended_sentence(open_attention_view: OpenPage) -> None:
    app = open_attention_view("off", text=TEXT, off="1.1")
    assert said(app, SAYS)
    assert app.toggle(key=SWITCH).value is False


@pytest.mark.parametrize("view", ["fill", "layers"])
def test_a_blank_beyond_the_length_is_answered_and_told(view: str, open_page: OpenPage) -> None:
    app = open_page("masked_words", view=view, text=f"{LONG}Madrid es la [MASK] de España. {LONG}")
    assert said(app, "a part around the blanks")
    assert app.get("plotly_chart")
    assert not app.warning


def test_a_sentence_that_needs_no_end_gets_no_switch(open_page: OpenPage) -> None:
    app = open_page("masked_words", text="Lisboa é a capital de [MASK]", ending="literal")
    assert not any(toggle.key == SWITCH for toggle in app.toggle)
    assert "ending" not in app.query_params
