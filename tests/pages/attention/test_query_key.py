"""From query and key to weight without a browser: what it shows, keeps and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.attention.query_key_files import pair_csv, pair_json
from bertviz_core.ui.strongest_pair import strongest_pair

TEXT, PAIR = "Saqué dinero del banco", "El banco abre"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile:"


@pytest.fixture
def open_view(open_attention_view: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_attention_view("query_key", **{"text": TEXT} | parameters)


def choice(app: AppTest, label: str) -> Any:
    (found,) = [box for box in app.selectbox if box.label.startswith(label)]
    return found


def arithmetic(app: AppTest) -> str:
    (line,) = [title.value for title in app.subheader if "softmax over" in title.value]
    return line


@pytest.mark.parametrize("pair", ["", PAIR])
def test_the_arithmetic_of_the_pair_is_the_engines(
    open_view: Callable[..., AppTest], mini: BertEngine, pair: str
) -> None:
    app = open_view(pair=pair, layer="3", head="5", query="5", key="3")
    answer = mini.query_key(TEXT, pair or None, layer=2, head=4)
    weight = mini.attention(TEXT, pair or None).weights[2, 4, 5, 3]
    line = arithmetic(app)
    assert f"q·k = {answer.scores[5, 3]:.2f};" in line
    assert f"√32 = {answer.scores[5, 3] * answer.scale:.2f};" in line
    assert f"over {len(answer.encoding)} keys = **{weight:.3f}**" in line


def test_it_opens_with_the_strongest_pair_of_words(
    open_view: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_view(layer="3", head="5")
    answer = mini.query_key(TEXT, layer=2, head=4)
    query, key = strongest_pair(answer.weights, answer.encoding.special)
    ordinary = [i for i, special in enumerate(answer.encoding.special) if not special]
    best = max((answer.weights[i, j], i, j) for i in ordinary for j in ordinary if i != j)
    assert (query, key) == best[1:]
    assert (choice(app, "Token that looks").value, choice(app, "Token looked at").value) == (query, key)


def test_choices_enter_the_address(open_view: Callable[..., AppTest]) -> None:
    app = open_view(layer="3", head="5")
    choice(app, "Layer").set_value(6)
    choice(app, "Head").set_value(1)
    choice(app, "Token that looks").set_value(2)
    choice(app, "Token looked at").set_value(4).run()
    assert not app.exception
    assert {name: app.query_params[name] for name in ("layer", "head", "query", "key")} == {
        "layer": "7",
        "head": "2",
        "query": "2",
        "key": "4",
    }


def test_head_and_tokens_survive_another_page(open_view: Callable[..., AppTest]) -> None:
    app = open_view(layer="3", head="5", query="2", key="4")
    choice(app, "Layer").set_value(6).run()
    before = arithmetic(app)
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("attention.py").run()
    assert not app.exception
    assert arithmetic(app) == before
    assert app.query_params["layer"] == "7"


@pytest.mark.parametrize(("layer", "head"), [("99", "1"), ("1", "13"), ("0", "1"), ("x", "1"), ("²", "2")])
def test_an_unknown_head_in_the_address_is_named_and_another_one_shown(
    open_view: Callable[..., AppTest], layer: str, head: str
) -> None:
    app = open_view(layer=layer, head=head)
    assert any("The address asks for" in caption.value for caption in app.caption)
    assert arithmetic(app)
    assert app.query_params["layer"] == str(choice(app, "Layer").value + 1)


@pytest.mark.parametrize("text", [" ", "\u200b"])
def test_a_blank_text_gets_a_hint_and_nothing_to_choose(open_view: Callable[..., AppTest], text: str) -> None:
    app = open_view()
    app.text_input(key="attention_text").set_value(text).run()
    assert not app.exception
    assert "no text" in app.warning[0].value
    assert not app.get("plotly_chart")


def test_a_long_text_shows_the_strongest_keys_and_says_so(open_view: Callable[..., AppTest]) -> None:
    app = open_view(layer="3", head="5")
    app.text_input(key="attention_text").set_value("una palabra y otra " * 300).run()
    assert not app.exception
    strips = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert len(strips["layout"]["yaxis"]["ticktext"]) == 30
    assert "drawn: the 30 keys with the largest weights" in arithmetic(app)
    assert any("30 keys" in caption.value and "512" in caption.value for caption in app.caption)
    assert any("512 tokens" in warning.value for warning in app.warning)


def test_a_hostile_text_is_shown_as_typed(open_view: Callable[..., AppTest], mini: BertEngine) -> None:
    place = mini.encode(HOSTILE).surfaces.index("<")
    app = open_view(text=HOSTILE, layer="3", head="5", query="5", key=str(place))
    names = json.loads(app.get("plotly_chart")[0].proto.spec)["layout"]["yaxis"]["ticktext"]
    assert any("&lt;" in name for name in names)
    assert not any("<" in name for name in names)
    assert r"\<" in arithmetic(app)


def test_a_short_text_shows_every_key_and_need_not_say_so(open_view: Callable[..., AppTest]) -> None:
    assert "drawn" not in arithmetic(open_view(layer="3", head="5"))


@pytest.mark.parametrize(("lang", "quoted"), [("en", "“,” (5)"), ("es", "«,» (5)"), ("pt", "“,” (5)")])
def test_a_comma_is_quoted(open_view: Callable[..., AppTest], lang: str, quoted: str) -> None:
    app = open_view(lang=lang, text="Saqué dinero ayer, muy tarde", layer="3", head="5", query="5", key="3")
    assert any(title.value.startswith(f"**{quoted} → ") for title in app.subheader)


def test_the_files_hold_the_pair(mini: BertEngine) -> None:
    answer = mini.query_key(TEXT, PAIR, layer=2, head=4)
    header, *lines = pair_csv(answer, 5, 3).splitlines()
    assert header == "dimension,query,key,product"
    assert len(lines) == 32
    assert sum(float(line.split(",")[3]) for line in lines) == pytest.approx(answer.scores[5, 3], abs=1e-3)
    document = json.loads(pair_json(answer, 5, 3))
    assert (document["layer"], document["head"]) == (3, 5)  # as on screen
    assert (document["query_position"], document["key_position"]) == (5, 3)
    assert document["pair"] == PAIR
    assert document["weights"] == pytest.approx(answer.weights[5].tolist())
    assert document["keys"][3] == pytest.approx(answer.keys[3].tolist())
