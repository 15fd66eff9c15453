"""The view that says which head is worth a look, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from page_reader import in_menu
from payload_reader import attention_payloads
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.word_choices import word_choices

TEXT, PAIR = "Saqué dinero del banco y dormí.", "El río crece"
HOSTILE = "$5 *x* </script><img src=x onerror=alert(1)> :smile: a_b_c"


@pytest.fixture
def open_heads(open_attention_view: Callable[..., AppTest]) -> Callable[..., AppTest]:
    """Open the view by an address."""
    return lambda **parameters: open_attention_view("heads", **{"text": TEXT} | parameters)


@pytest.mark.parametrize("pair", ["", PAIR])
def test_the_table_holds_the_engines_numbers(
    open_heads: Callable[..., AppTest], mini: BertEngine, pair: str
) -> None:
    (table,) = open_heads(pair=pair).dataframe
    arrays = mini.head_statistics(TEXT, pair or None).arrays
    assert set(table.value.columns) == {"layer", "head", *arrays}
    assert table.value[["layer", "head"]].to_numpy().tolist() == [
        [layer, head] for layer in range(1, 13) for head in range(1, 13)
    ]
    for name, values in arrays.items():
        np.testing.assert_allclose(table.value[name], values.ravel(), atol=1e-5)


def test_a_head_worth_a_look_opens_in_explore(open_heads: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_heads()
    values = mini.head_statistics(TEXT).to_next
    layer, head = np.unravel_index(values.argmax(), values.shape)
    (button,) = [b for b in app.button if "Next token" in b.label]
    assert f"layer {layer + 1}, head {head + 1}" in button.label
    button.click().run()
    assert not app.exception
    assert app.query_params["layer"] == str(layer + 1)
    assert app.query_params["head"] == str(head + 1)
    assert "view" not in app.query_params
    assert attention_payloads(app)
    assert app.text_input(key="attention_text").value == TEXT


def test_opening_a_head_ends_a_combination_of_heads(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(combine="mean", heads="5", find_from="2", words="true")
    app.button(key="heads_notable_0").click().run()
    assert not {"combine", "heads", "find_from"} & set(app.query_params)
    assert app.query_params["words"] == "true"


def test_the_search_finds_what_the_engine_finds(open_heads: Callable[..., AppTest], mini: BertEngine) -> None:
    app = open_heads(find="search")
    looking, looked_at = app.multiselect
    words = {choice.text: choice for choice in word_choices(mini.encode(TEXT))}
    looking.set_value([words["Saqué"].code])
    looked_at.set_value([words["banco"].code, words["dinero"].code]).run()
    keys = words["banco"].tokens + words["dinero"].tokens
    assert len(words["Saqué"].tokens) > 1
    matches = mini.find_heads(TEXT, queries=words["Saqué"].tokens, keys=keys)
    table = app.dataframe[0].value
    assert table["weight"].to_numpy() == pytest.approx([match.weight for match in matches])
    assert table["layer"].tolist() == [match.layer + 1 for match in matches]
    assert table["head"].tolist() == [match.head + 1 for match in matches]
    best = matches[0]
    assert f"layer {best.layer + 1}, head {best.head + 1}" in " ".join(m.value for m in app.markdown)
    app.button(key="heads_open").click().run()
    assert app.query_params["layer"] == str(best.layer + 1)


def test_a_link_restores_the_search(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(find="search", find_from="1", find_to="0,4")
    assert [field.value for field in app.multiselect] == [[1], [0, 4]]
    assert app.query_params["find_to"] == "0,4"


def test_an_address_of_another_text_is_not_followed(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(find="search", find_from="1,999,x", find_to="77")
    looking, looked_at = (field.value for field in app.multiselect)
    assert looking == [1] and looked_at != [77] and looked_at


def test_a_new_text_begins_with_words_of_its_own(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(find="search", find_from="1", find_to="1")
    app.text_input(key="attention_text").set_value("me gusta la geladeira preciosa").run()
    assert not app.exception
    looking, looked_at = (field.value for field in app.multiselect)
    assert looking > looked_at and (looking, looked_at) != ([1], [1])


def test_without_words_there_is_a_hint_and_nothing_lost(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(find="search")
    app.multiselect[0].set_value([]).run()
    assert any("at least one word that looks" in words.value for words in app.markdown)
    assert not app.dataframe and app.button(key="heads_open_none").disabled
    assert app.multiselect[1].value


def test_the_map_shows_the_places_coloured_by_choice(
    open_heads: Callable[..., AppTest], mini: BertEngine
) -> None:
    app = open_heads(find="map", find_colour="entropy")
    assert in_menu(app.selectbox, "heads_colour").value == "entropy"
    in_menu(app.selectbox, "heads_colour").set_value("to_next").run()
    assert app.query_params["find_colour"] == "to_next"
    (chart,) = app.get("plotly_chart")
    (points,) = json.loads(chart.proto.spec)["data"]
    assert len(points["hovertext"]) == 144
    assert points["hovertext"][13].startswith("Layer 2, head 2: ")
    assert any("stress" in caption.value for caption in app.caption)


@pytest.mark.parametrize("part", ["table", "map", "search", "nonsense"])
@pytest.mark.parametrize("text", ["", HOSTILE, "a", "glad😊", "palabra y otra " * 300])
def test_no_text_breaks_a_part(open_heads: Callable[..., AppTest], part: str, text: str) -> None:
    app = open_heads(find=part, text=text)
    if not text:
        assert "no text yet" in app.warning[0].value
    elif len(text) > 1000:
        assert "512 tokens" in app.warning[0].value
    assert app.text_input(key="attention_text").value == text


def test_typed_markup_is_shown_as_typed(open_heads: Callable[..., AppTest]) -> None:
    app = open_heads(find="search", text="*x* $5$ `banco` geladeira")
    app.multiselect[0].set_value([2]).run()
    strongest = next(m.value for m in app.markdown if m.value.startswith("Strongest"))
    assert "**x \\(2\\)**" in strongest
