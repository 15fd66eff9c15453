"""How far a word reaches, on the page: what it says, keeps in the address, shares and refuses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core import BertEngine
from bertviz_core.ui.history.order_files import order_csv, order_json

SENTENCE = "The old dog that lives near the river sleeps"


def title(app: AppTest) -> str:
    return app.subheader[0].value


def test_the_sentence_and_its_word_come_by_a_link(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="order", text=SENTENCE, place="3")
    assert title(app).startswith("From “dog” to “sleeps”, at distance 6, **")
    assert "text" not in app.query_params  # what was typed leaves the address
    labels = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["xaxis"]["labelalias"]
    assert labels["2"] == "dog 0" and labels["8"] == "sleeps +6"


def test_buttons_go_from_word_to_word(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="order", text=SENTENCE)
    assert "“The”" in title(app)
    app.button("order_right").click().run()
    assert "“old”" in title(app) and app.query_params["place"] in ("2", ["2"])
    for _once in range(2):
        app.button("order_left").click().run()
    assert "“The”" in title(app) and "place" not in app.query_params


def test_after_the_last_word_it_is_the_other_direction_that_reads(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", lang="es", view="order", text=SENTENCE, place="9")
    assert "8" in title(app) and "sleeps" in title(app)


@pytest.mark.parametrize(
    "text", ["two words", "<img src=x onerror=alert(1)>" * 3, f"a b {'c' * 61}", "a b c " * 2000]
)
def test_what_cannot_be_read_is_told(open_page: Callable[..., AppTest], text: str) -> None:
    app = open_page("history", view="order", text=text)
    assert len(app.warning) == 1 or "<img" not in title(app).replace("\\<", "")


def test_the_sentence_is_that_of_the_visit(open_page: Callable[..., AppTest]) -> None:
    app = open_page("history", view="order")
    app.text_input("history_text").set_value(SENTENCE).run()
    app.switch_page("inside.py").run()
    assert app.text_input("inside_text").value == SENTENCE


def test_files_hold_every_word(mini: BertEngine) -> None:
    answer = mini.order_influence(SENTENCE, 2)
    rows = list(csv.DictReader(io.StringIO(order_csv(answer))))
    assert [row["word"] for row in rows] == SENTENCE.split()
    assert rows[3]["rightwards_relative"] == "1.000000" and rows[2]["gradient_relative"] == ""
    document = json.loads(order_json(answer))
    assert document["leftwards_relative"][4] is None and len(document["attention_max_by_layer"]) == 12
