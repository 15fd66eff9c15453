"""The order of a paragraph without a browser: what the view shows, keeps and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from page_reader import chart_numbers
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.next_sentence.order import shuffled
from bertviz_core.ui.next_sentence.order_files import sentence_order_csv, sentence_order_json

SENTENCES = (
    "El profesor entró en el aula.",
    "Los alumnos abrieron los cuadernos.",
    "Al final sonó el timbre.",
    "Todos salieron al patio.",
)
TEXT = " ".join(SENTENCES)

OpenOrder = Callable[..., AppTest]


@pytest.fixture
def open_order(open_page: Callable[..., AppTest]) -> OpenOrder:
    """Open the view by an address."""
    return lambda **parameters: open_page("next_sentence", view="order", **{"paragraph": TEXT} | parameters)


def cells(app: AppTest) -> tuple[dict[str, Any], list[str]]:
    """Return the heat map and the names of its columns."""
    (chart,) = app.get("plotly_chart")
    spec = json.loads(chart.proto.spec)
    return spec["data"][0], spec["layout"]["xaxis"]["ticktext"]


def listed(app: AppTest) -> str:
    (text,) = [markdown.value for markdown in app.markdown if markdown.value.startswith("1. **(")]
    return text


def written(app: AppTest) -> str:
    return app.subheader[0].value + app.caption[0].value


def numbers(app: AppTest) -> list[list[float | None]]:
    (chart,) = app.get("plotly_chart")
    spec = json.loads(chart.proto.spec)
    text = spec["data"][1]
    grid: list[list[float | None]] = [[None] * 4 for _ in range(4)]
    places = (chart_numbers(text[name]) for name in ("x", "y"))
    for x, y, percent in zip(*places, text["text"], strict=True):
        grid[int(y)][int(x)] = float(percent.strip("<> ")) / 100
    return grid


def test_the_matrix_and_the_recovered_order_are_shown(open_order: OpenOrder, mini: BertEngine) -> None:
    app = open_order()
    order = mini.sentence_order(SENTENCES)
    assert cells(app)[1] == ["1", "2", "3", "4"]
    for one, other in np.ndindex(4, 4):
        if one != other:
            assert numbers(app)[one][other] == pytest.approx(order.matrix[one, other], abs=0.0101)
    places = [line.split("**(")[1].split(")")[0] for line in listed(app).splitlines()]
    assert places == [str(sentence + 1) for sentence in order.recovered]
    assert listed(app).count("check") == order.neighbours_right
    assert f"{order.neighbours_right} of 3" in written(app)
    assert f"{order.kendall_tau:.2f}" in written(app)


def test_shuffling_moves_rows_and_keeps_the_models_order(open_order: OpenOrder, mini: BertEngine) -> None:
    app = open_order()
    before = listed(app)
    app.button(key="order_shuffle").click().run()
    assert not app.exception
    assert app.query_params["shuffle"] == "1"
    shown = shuffled(4, 1)
    assert cells(app)[1] == [str(place + 1) for place in shown]
    matrix = mini.sentence_order(SENTENCES).matrix
    assert numbers(app)[0][1] == pytest.approx(matrix[shown[0], shown[1]], abs=0.0101)
    assert listed(app) == before
    app.button(key="order_shuffle").click().run()
    assert app.query_params["shuffle"] == "2"
    app.button(key="order_as_written").click().run()
    assert "shuffle" not in app.query_params
    assert cells(app)[1] == ["1", "2", "3", "4"]


def test_the_address_names_the_shuffle_and_the_link_the_text(open_order: OpenOrder) -> None:
    app = open_order(shuffle="7")
    assert cells(app)[1] == [str(place + 1) for place in shuffled(4, 7)]
    assert "paragraph" not in app.query_params
    app.session_state["link"] = True
    app.run()
    (link,) = [code.value for code in app.code if "paragraph=" in code.value]
    named = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    assert (named["paragraph"], named["shuffle"], named["view"]) == (TEXT, "7", "order")


@pytest.mark.parametrize("shuffle", ["x", "-1", "99999", "²", ""])
def test_a_shuffle_that_is_none_is_ignored(open_order: OpenOrder, shuffle: str) -> None:
    assert cells(open_order(shuffle=shuffle))[1] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("count", [2, 3, 12])
def test_a_shuffled_order_is_another_one_of_the_same_sentences(count: int) -> None:
    for seed in range(1, 30):
        order = shuffled(count, seed)
        assert sorted(order) == list(range(count)) != list(order)
        assert order == shuffled(count, seed)
    assert shuffled(count, 0) == tuple(range(count))


@pytest.mark.parametrize(
    ("text", "told"),
    [(" ", "no text"), ("Una sola frase.", "2 to 12 sentences"), ("Sí. " * 13, "this one has 13")],
)
def test_what_cannot_be_ordered_is_told_and_kept(open_order: OpenOrder, text: str, told: str) -> None:
    app = open_order()
    app.text_area(key="order_text").set_value(text).run()
    assert not app.exception
    assert told in app.warning[0].value
    assert not app.get("plotly_chart")
    assert app.text_area(key="order_text").value == text


def test_every_line_is_a_sentence_and_markup_is_text(open_order: OpenOrder) -> None:
    app = open_order(paragraph="el gato $5\n<img src=x onerror=alert(1)>\n*tres* :smile:")
    assert cells(app)[1] == ["1", "2", "3"]
    (chart,) = app.get("plotly_chart")
    assert not any("<" in name for name in json.loads(chart.proto.spec)["layout"]["yaxis"]["ticktext"])
    assert "\\<img" in listed(app)
    assert "\\*tres\\* \\:smile:small[]\\:" in listed(app)


def test_the_text_survives_another_page(open_order: OpenOrder) -> None:
    app = open_order(shuffle="3")
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("next_sentence.py").run()
    assert not app.exception
    assert app.text_area(key="order_text").value == TEXT
    assert app.query_params["shuffle"] == "3"


def test_the_files_hold_what_is_shown(mini: BertEngine) -> None:
    order = mini.sentence_order(SENTENCES)
    lines = sentence_order_csv(order).splitlines()
    assert len(lines) == 1 + 12
    first, second, is_next, *_rest = lines[1].split(",")
    assert (first, second) == ("1", "2")
    assert float(is_next) == pytest.approx(order.matrix[0, 1], abs=1e-7)
    document = json.loads(sentence_order_json(order))
    assert document["log_is_next"][2][2] is None
    assert document["log_is_next"][2][0] == pytest.approx(order.log_probability[2, 0])
    assert tuple(document["recovered"]) == order.recovered
