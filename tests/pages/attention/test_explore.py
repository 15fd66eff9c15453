"""The attention page without a browser: what it sends and what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from payload_reader import attention_payloads, unpack
from streamlit.testing.v1 import AppTest

from benchmarks.browser_model_in_node import typed_header
from bertviz_core.engine import BertEngine
from bertviz_core.ui.downloads import SAVE_MENU

ENTRY = str(Path(__file__).parents[3] / "pages" / "frame.py")
OpenPage = Callable[..., AppTest]


def sent(app: AppTest) -> tuple[dict[str, Any], dict[object, NDArray[Any]]]:
    """Return header and arrays of the attention view on the page."""
    (payload,) = attention_payloads(app)
    return unpack(payload)


def type_text(app: AppTest, text: str, pair: str = "") -> AppTest:
    app.text_input(key="attention_text").set_value(text)
    app.text_input(key="attention_pair").set_value(pair)
    app.run()
    assert not app.exception
    return app


LINK = {"lang": "en", "text": "hola mundo", "pair": "adiós", "layer": "5", "head": "7"}


def open_link(**parameters: str) -> AppTest:
    app = AppTest.from_file(ENTRY, default_timeout=200)
    app.query_params.update(parameters)
    return app.switch_page("attention.py").run()


def test_an_example_is_answered_when_the_page_opens(open_page: OpenPage) -> None:
    header, _ = sent(open_page("attention", "es"))
    assert header["tokens"][0] == "[CLS]"
    assert "banco" in header["tokens"]
    assert header["words"]["layer"] == "Capa"


def test_the_weights_are_the_engines(open_page: OpenPage, mini: BertEngine) -> None:
    text = "Mi hermana lee un libro"
    _, arrays = sent(type_text(open_page("attention"), text))
    weights = mini.attention(text).weights
    assert sorted(arrays) == list(range(len(weights)))
    for layer, expected in enumerate(weights):
        assert np.abs(arrays[layer] - expected).max() <= 0.5 / 10_000 + 1e-7


def test_two_sentences_are_told_apart(open_page: OpenPage) -> None:
    header, _ = sent(type_text(open_page("attention"), "el gato", "la casa"))
    assert sorted(set(header["segments"])) == [0, 1]
    assert header["tokens"].count("[SEP]") == 2


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_a_blank_text_gets_a_hint_and_no_picture(open_page: OpenPage, text: str) -> None:
    app = type_text(open_page("attention"), text)
    assert "no text yet" in app.warning[0].value
    assert not attention_payloads(app)
    assert app.text_input(key="attention_text").value == text


def test_a_long_text_is_cut_with_a_notice(open_page: OpenPage) -> None:
    text = "una palabra y otra " * 300
    app = type_text(open_page("attention"), text)
    header, arrays = sent(app)
    (note,) = header["notes"]
    assert "512 tokens" in note
    assert len(header["tokens"]) == 512
    assert sorted(map(str, arrays))[1:] == ["thumbnails"]
    assert app.text_input(key="attention_text").value == text


def test_an_overlong_text_is_refused_with_its_length(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "a" * 20_001)
    assert "20,001" in app.warning[0].value


def test_unknown_tokens_are_named(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "hola 😊")
    header, _ = sent(app)
    assert header["notes"] == ["Not in the model's vocabulary, read as [UNK]: 😊"]
    assert header["labels"][header["unknown"].index(True)] == "😊"


def test_a_link_restores_the_view() -> None:
    app = open_link(**LINK)
    header, _ = sent(app)
    assert "mundo" in header["tokens"]
    assert app.text_input(key="attention_pair").value == "adiós"
    assert header["notes"] == [] and not header["standIn"]


def test_the_text_of_a_link_stays_in_the_address_until_it_changes() -> None:
    app = open_link(**LINK)
    app.run()
    assert app.query_params["text"] == "hola mundo"
    app.text_input(key="attention_pair").set_value("hasta luego").run()
    assert "text" not in app.query_params
    assert "pair" not in app.query_params
    assert app.text_input(key="attention_text").value == "hola mundo"
    assert app.text_input(key="attention_pair").value == "hasta luego"


def test_the_text_of_a_link_is_back_in_the_address_after_another_page() -> None:
    app = open_link(**LINK)
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("attention.py").run()
    assert app.query_params["text"] == "hola mundo"
    assert app.text_input(key="attention_text").value == "hola mundo"


def test_typed_text_never_enters_the_address(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "algo mío", "y más")
    assert not {"text", "pair"} & set(app.query_params)


def test_an_address_without_its_sentence_says_so_until_one_is_typed() -> None:
    app = open_link(lang="en", layer="5", head="7")
    (note,) = sent(app)[0]["notes"]
    assert "no sentence" in note and sent(app)[0]["standIn"]
    assert sent(type_text(app, "algo mío"))[0]["notes"] == []


def test_all_heads_are_saved_from_the_menu_in_the_head(open_page: OpenPage) -> None:
    app = open_page("attention")
    assert not app.get("download_button")
    app.session_state[SAVE_MENU] = True
    (button,) = app.run().get("download_button")
    assert not app.exception and button.proto.label == "All heads as NPZ"


def test_a_first_visit_has_nothing_to_be_told(open_page: OpenPage) -> None:
    header, _ = sent(open_page("attention"))
    assert header["notes"] == []
    assert not header["standIn"] and header["open"] is None


@pytest.mark.parametrize(("layer", "head"), [("0", "1"), ("99", "1"), ("x", "1"), ("-1", "2"), ("²", "1")])
def test_a_broken_head_in_the_address_is_ignored(open_page: OpenPage, layer: str, head: str) -> None:
    app = open_page("attention")
    app.query_params["layer"], app.query_params["head"] = layer, head
    header, _ = sent(app.run())
    assert 0 <= header["start"]["layer"] < header["layers"]
    assert not app.exception


def test_examples_replace_both_sentences(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "hola", "mundo")
    app.session_state["attention_text_examples"] = True
    app.run()
    app.button(key="attention_text_example_Me siento en el banco").click().run()
    assert app.text_input(key="attention_text").value == "Me siento en el banco"
    assert app.text_input(key="attention_pair").value == ""


def test_text_survives_a_visit_to_another_page(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "algo mío")
    app.switch_page("masked_words.py").run()
    app.switch_page("attention.py").run()
    assert app.text_input(key="attention_text").value == "algo mío"


@pytest.mark.parametrize(("lang", "title"), [("es", "Atención"), ("en", "Attention"), ("pt", "Atenção")])
def test_the_interface_speaks_the_language(open_page: OpenPage, lang: str, title: str) -> None:
    app = open_page("attention", lang)
    assert app.title[0].value.startswith(title)


def test_changing_the_language_keeps_the_text(open_page: OpenPage) -> None:
    app = type_text(open_page("attention"), "algo mío")
    app.selectbox(key="lang").set_value("pt").run()
    assert app.title[0].value.startswith("Atenção")
    assert app.text_input(key="attention_text").value == "algo mío"


@pytest.mark.parametrize(
    ("text", "pair"), [("Saqué dinero del banco zzqxß.", ""), ("Did you sit down?", "Yes, by the river!")]
)
def test_an_answer_of_the_browser_says_what_the_server_says(
    open_page: OpenPage, mini: BertEngine, text: str, pair: str
) -> None:
    app = open_page("attention", "es")
    before, _ = sent(app)
    said, _ = sent(type_text(app, text, pair))
    ours = typed_header(before, mini.attention(text, pair or None).weights, text, pair)
    assert ours.keys() == said.keys()
    apart = {"id", "address", "blocks", "statistics", "open"}
    assert {name: ours[name] for name in ours.keys() - apart} == {
        name: said[name] for name in said.keys() - apart
    }
    assert ours["statistics"].keys() == said["statistics"].keys()
    for name, one in said["statistics"].items():
        assert ours["statistics"][name]["label"] == one["label"]
        assert ours["statistics"][name]["values"] == pytest.approx(one["values"], abs=2e-4)


def test_a_host_may_leave_the_model_on_the_server(open_page: OpenPage, settings: Callable[..., None]) -> None:
    settings(browser_model="off")
    assert sent(open_page("attention", "es"))[0]["typing"] is None
