"""The flow through layers without a browser: what it shows, keeps and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.attention.flow_files import flow_csv, flow_json
from bertviz_core.ui.token_choice import last_word

TEXT, PAIR = "Saqué dinero del banco", "El banco abre"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile:"


@pytest.fixture
def open_flow(open_attention_view: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_attention_view("flow", **{"text": TEXT} | parameters)


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def reading_line(app: AppTest) -> str:
    (line,) = [title.value for title in app.subheader if "After the last layer" in title.value]
    return line


def token_choice(app: AppTest) -> Any:
    (choice,) = [box for box in app.selectbox if box.label == "Chosen token"]
    return choice


@pytest.mark.parametrize("pair", ["", PAIR])
def test_the_table_holds_the_rollout_of_the_last_word(
    open_flow: Callable[..., AppTest], mini: BertEngine, pair: str
) -> None:
    app = open_flow(pair=pair)
    rollout = mini.attention_rollout(TEXT, pair or None)
    token = last_word(rollout.encoding)
    assert rollout.encoding.surfaces[token] == ("abre" if pair else "banco")
    (table,) = app.dataframe
    assert table.value["Piece"].tolist() == list(rollout.encoding.labels)
    shown = table.value[[f"Layer {layer}" for layer in range(1, 13)]].to_numpy().T
    np.testing.assert_allclose(shown, rollout.weights[:, token], atol=1e-6)
    assert len(charts(app)) == 2


def test_the_reading_line_names_the_largest_shares_in_quotes(
    open_flow: Callable[..., AppTest], mini: BertEngine
) -> None:
    text = "Ayer, tarde, fría, larga"
    line = reading_line(open_flow(text=text, token="2"))
    shares = mini.attention_rollout(text).weights[-1, 2]
    labels = mini.encode(text).labels
    largest = sorted(range(len(labels)), key=lambda place: -shares[place])[:4]
    for place in largest:
        name = labels[place].replace("[", r"\[").replace("]", r"\]").replace("#", r"\#")
        assert f"“{name}” ({place}) {shares[place]:.2f}" in line
    assert line.count(" · ") == 3
    assert "**“,” (2)**" in line
    assert "Lines" not in line


def test_the_address_names_token_direction_and_special_tokens(
    open_flow: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_flow(token="3", direction="to", without="special")
    rollout = mini.attention_rollout(TEXT)
    assert token_choice(app).value == 3
    (table,) = app.dataframe
    assert table.value["Position"].tolist() == np.flatnonzero(~rollout.encoding.special).tolist()
    np.testing.assert_allclose(
        table.value["Layer 12"], rollout.weights[11, ~rollout.encoding.special, 3], atol=1e-6
    )
    assert any("Special tokens are left out" in caption.value for caption in app.caption)


def test_a_choice_enters_the_address_and_another_text_begins_anew(open_flow: Callable[..., AppTest]) -> None:
    app = open_flow()
    token_choice(app).set_value(1)
    app.toggle(key="flow_special").set_value(True).run()
    assert app.query_params["token"] == "1"
    assert app.query_params["without"] == "special"
    app.text_input(key="attention_text").set_value("El río crece mucho").run()
    assert not app.exception
    assert app.query_params["token"] == str(token_choice(app).value) != "1"


def test_the_choice_survives_another_page(open_flow: Callable[..., AppTest]) -> None:
    app = open_flow()
    token_choice(app).set_value(2).run()
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("attention.py").run()
    assert not app.exception
    assert token_choice(app).value == 2
    assert app.query_params["token"] == "2"


@pytest.mark.parametrize("token", ["99", "-1", "x", "²", ""])
def test_a_token_that_is_not_there_is_ignored(open_flow: Callable[..., AppTest], token: str) -> None:
    assert token_choice(open_flow(token=token)).value == 5


@pytest.mark.parametrize("text", [" ", "\u200b"])
def test_a_blank_text_gets_a_hint_and_no_picture(open_flow: Callable[..., AppTest], text: str) -> None:
    app = open_flow()
    app.text_input(key="attention_text").set_value(text).run()
    assert not app.exception
    assert "no text" in app.warning[0].value
    assert not charts(app)


def test_a_long_text_is_drawn_as_maps_only_and_says_what_was_cut(open_flow: Callable[..., AppTest]) -> None:
    app = open_flow()
    app.text_input(key="attention_text").set_value("una palabra y otra " * 300).run()
    assert not app.exception
    (maps,) = charts(app)
    assert len(maps["data"]) == 2
    assert any("512 tokens" in warning.value for warning in app.warning)
    assert reading_line(app).endswith("Lines: up to 24 tokens only.")


def test_a_hostile_text_is_shown_as_typed(open_flow: Callable[..., AppTest]) -> None:
    app = open_flow(text=HOSTILE)
    (maps,) = charts(app)
    names = maps["layout"]["xaxis"]["labelalias"].values()
    assert any("&lt;" in name for name in names)
    assert not any("<" in name for name in names)
    assert any("<" in option for option in token_choice(app).options)


def test_the_files_hold_what_is_shown(mini: BertEngine) -> None:
    rollout = mini.attention_rollout(TEXT, PAIR)
    flow = rollout.of_token(4, special=False)
    lines = flow_csv(flow).splitlines()
    assert lines[0] == "layer,position,token,rollout,mean_attention"
    assert len(lines) == 1 + 12 * len(flow.places)
    layer, place, token, share, _weight = lines[-1].split(",")
    assert (layer, place, token) == ("12", str(flow.places[-1]), flow.encoding.labels[flow.places[-1]])
    assert float(share) == pytest.approx(float(flow.rollout[-1, -1]), abs=1e-6)
    document = json.loads(flow_json(rollout, flow))
    assert document["text"] == TEXT
    assert document["pair"] == PAIR
    assert document["token"] == 4
    np.testing.assert_allclose(document["rollout"], flow.rollout, atol=1e-6)
    np.testing.assert_allclose(document["mean_attention"], flow.attention, atol=1e-6)
