"""BertViz's views on the attention page without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.attention.explore_classic import TOKEN_LIMITS

OpenPage = Callable[..., AppTest]
TEXT = "Mi hermana lee un libro"


def open_classic(open_page: OpenPage, text: str = TEXT, **parameters: str) -> AppTest:
    app = open_page("attention", **({"classic": "head"} | parameters))
    app.text_input(key="attention_text").set_value(text).run()
    assert not app.exception
    return app


def shown(app: AppTest) -> dict[str, Any] | None:
    """Return the parameters of BertViz's script on the page."""
    for component in app.get("bidi_component"):
        if "sandbox" not in component.proto.json and "const params" in component.proto.json:
            document = json.loads(component.proto.json)["document"]
            match = re.search(r"const params = (.*);\n", document)
            assert match
            parameters: dict[str, Any] = json.loads(match[1])
            return parameters
    return None


def test_closed_it_makes_nothing(open_page: OpenPage) -> None:
    app = open_page("attention")
    assert shown(app) is None
    assert "classic" not in app.query_params


@pytest.mark.parametrize("layer", [1, 7, 12])
def test_the_head_view_has_the_engines_weights(open_page: OpenPage, mini: BertEngine, layer: int) -> None:
    parameters = shown(open_classic(open_page, classic_layer=str(layer)))
    maps = mini.attention(TEXT)
    assert parameters
    assert parameters["attention"][0]["left_text"] == list(maps.encoding.labels)
    weights = np.asarray(parameters["attention"][0]["attn"])[0]
    assert np.abs(weights - maps.weights[layer - 1]).max() <= 0.0005 + 1e-6
    assert parameters["layer"] == layer


def test_the_model_view_has_every_head(open_page: OpenPage, mini: BertEngine) -> None:
    parameters = shown(open_classic(open_page, classic="model"))
    assert parameters
    weights = np.asarray(parameters["attention"][0]["attn"])
    assert np.abs(weights - mini.attention(TEXT).weights).max() <= 0.0005 + 1e-6


def test_another_layer_is_one_choice_away_and_stands_in_the_address(open_page: OpenPage) -> None:
    app = open_classic(open_page)
    app.selectbox(key="classic_layer_12").set_value(8).run()
    parameters = shown(app)
    assert parameters and parameters["layer"] == 9
    assert app.query_params["classic"] == "head"
    assert app.query_params["classic_layer"] == "9"


@pytest.mark.parametrize("layer", ["0", "13", "-1", "x", "²", "9" * 5000, ""])
def test_a_nonsense_layer_in_the_address_is_not_followed(open_page: OpenPage, layer: str) -> None:
    parameters = shown(open_classic(open_page, classic_layer=layer))
    assert parameters and 1 <= parameters["layer"] <= 12


def test_a_pair_is_split_where_the_second_sentence_begins(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_classic(open_page, "el gato")
    app.text_input(key="attention_pair").set_value("la casa grande").run()
    parameters = shown(app)
    tokens = list(mini.encode("el gato", "la casa grande").labels)
    assert parameters
    first, second = parameters["attention"][1]["left_text"], parameters["attention"][2]["left_text"]
    assert first + second == tokens
    assert second[:1] == ["la"]


@pytest.mark.parametrize("view", ["head", "model"])
def test_a_text_too_long_is_told_and_kept(open_page: OpenPage, view: str) -> None:
    limit = TOKEN_LIMITS[view]
    longest = " ".join(["casa"] * (limit - 2))
    app = open_classic(open_page, longest, classic=view)
    assert shown(app) is not None
    app.text_input(key="attention_text").set_value(longest + " casa").run()
    assert not app.exception
    assert shown(app) is None
    assert f"up to {limit} tokens; the text has {limit + 1}" in app.info[0].value
    assert app.text_input(key="attention_text").value == longest + " casa"
