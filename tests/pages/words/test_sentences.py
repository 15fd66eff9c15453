"""Sentence vectors without a browser: what the view shows, keeps and says."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from page_reader import link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.analysis.words.sentences import compare_sentences
from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.sentences_examples import SENTENCE_EXAMPLES

SENTENCES = ("Compré pan en la tienda.", "El sol sale por el este.", "Compré leche en la tienda.")
HOSTILE = "<img src=x onerror=alert(1)> $5 y $6 *ya* :smile: | a"
OpenView = Callable[..., AppTest]


@pytest.fixture
def open_view(open_page: Callable[..., AppTest]) -> OpenView:
    """Open the view by an address."""
    given = {"view": "sentences", "compare": "\n".join(SENTENCES)}
    return lambda **parameters: open_page("words", **given | parameters)


def layout(app: AppTest) -> dict[str, Any]:
    (chart,) = app.get("plotly_chart")
    read: dict[str, Any] = json.loads(chart.proto.spec)["layout"]
    return read


def heading(app: AppTest) -> str:
    return app.subheader[0].value


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_the_examples_are_compared_at_once(open_page: Callable[..., AppTest], language: str) -> None:
    app = open_page("words", language, view="sentences")
    assert app.text_area(key="sentences_lines").value == SENTENCE_EXAMPLES[language]
    assert len(layout(app)["xaxis"]["ticktext"]) == len(SENTENCE_EXAMPLES[language].splitlines())
    assert not app.warning


@pytest.mark.parametrize(
    ("chosen", "pooling", "layers"),
    [
        ({}, "mean", "concat_last_4"),
        ({"pooling": "cls", "layers": "3"}, "cls", 3),
        ({"pooling": "last_four", "layers": "3"}, "mean", "sum_last_4"),
    ],
)
def test_the_title_names_the_pairs(
    open_view: OpenView, mini: BertEngine, chosen: dict[str, str], pooling: Any, layers: Any
) -> None:
    app = open_view(**chosen)
    pairs = compare_sentences(mini.embed_sentences(SENTENCES, pooling=pooling, layers=layers)).pairs
    most, least = pairs[0], pairs[-1]
    assert f"Most alike: {most.first + 1} and {most.second + 1} ({most.cosine:.2f})" in heading(app)
    assert f"least alike: {least.first + 1} and {least.second + 1} ({least.cosine:.2f})" in heading(app)


def test_choices_stand_in_the_address_and_come_back(open_view: OpenView) -> None:
    app = open_view()
    app.segmented_control(key="sentences_cosines").set_value("centred").run()
    app.segmented_control(key="sentences_order").set_value("likeness").run()
    app.segmented_control(key="sentences_pooling").set_value("cls").run()
    assert not app.exception
    wanted = {"cosines": "centred", "order": "likeness", "pooling": "cls"}
    assert {name: app.query_params[name] for name in wanted} == wanted
    again = open_view(**link_of(app))
    assert heading(again) == heading(app)
    assert layout(again)["xaxis"]["ticktext"] == layout(app)["xaxis"]["ticktext"]
    assert "compare" not in again.query_params


def test_points_are_drawn_on_request(open_view: OpenView) -> None:
    app = open_view(picture="points")
    assert layout(app)["xaxis"]["title"]["text"] == "Principal component 1"
    assert any("% of the variance" in text.value for text in app.markdown)


@pytest.mark.parametrize("parameters", [{"pooling": "x"}, {"cosines": "<b>"}, {"order": "", "picture": "3"}])
def test_junk_in_the_address_does_no_harm(open_view: OpenView, parameters: dict[str, str]) -> None:
    assert len(layout(open_view(**parameters))["xaxis"]["ticktext"]) == 3


@pytest.mark.parametrize("text", ["", " \n ", "Una sola frase."])
def test_fewer_than_two_sentences_get_a_hint(open_view: OpenView, text: str) -> None:
    app = open_view()
    app.text_area(key="sentences_lines").set_value(text).run()
    assert not app.exception
    assert not app.get("plotly_chart")
    assert "at least two sentences" in app.info[0].value
    assert app.text_area(key="sentences_lines").value == text


def test_two_sentences_have_one_cosine(open_view: OpenView) -> None:
    app = open_view(compare="\n".join(SENTENCES[:2]), cosines="centred")
    assert heading(app) == "Cosine of 1 and 2: −1.00"
    assert any("Of so few sentences" in note.value for note in app.caption)


def test_equal_vectors_are_said_not_to_be_centred(open_view: OpenView) -> None:
    app = open_view(pooling="cls", layers="0", cosines="centred")
    assert any("nothing to centre" in note.value for note in app.caption)


def test_markup_is_shown_as_typed(open_view: OpenView) -> None:
    app = open_view(compare=f"{HOSTILE}\n{SENTENCES[0]}")
    (listed,) = [text.value for text in app.markdown if text.value.startswith("- **")]
    assert "\\<img src\\=x onerror" in listed and "\\$5 y \\$6 \\*ya\\* \\:smile:small[]\\: \\| a" in listed
    assert not any("<" in name for name in layout(app)["yaxis"]["ticktext"])


def test_a_long_sentence_is_cut_and_said(open_view: OpenView) -> None:
    app = open_view()
    app.text_area(key="sentences_lines").set_value(f"{SENTENCES[0]}\n{'el queso ' * 600}").run()
    assert not app.exception
    assert "the end is left out: 1" in app.warning[0].value


def test_a_file_fills_the_field_and_an_example_replaces_it(open_view: OpenView) -> None:
    app = open_view()
    app.session_state["sentences_file_menu"] = True
    app.run()
    excel = "El niño ladró.;1\r\nNA;2\r\n;3\r\nSí, señor.;4\r\n".encode("cp1252")
    app.file_uploader(key="sentences_file").set_value(("frases.csv", excel, "text/csv")).run()
    assert not app.exception
    assert app.text_area(key="sentences_lines").value == "El niño ladró.\nNA\nSí, señor."
    assert any("left out: 1" in note.value for note in app.caption)
    app.session_state["sentences_examples"] = True
    app.run()
    app.button(key="sentences_example_pt").click().run()
    assert app.text_area(key="sentences_lines").value == SENTENCE_EXAMPLES["pt"]


def test_more_sentences_than_are_compared_are_left_out(open_view: OpenView) -> None:
    app = open_view()
    app.text_area(key="sentences_lines").set_value("\n".join(f"Frase {n}." for n in range(205))).run(
        timeout=120
    )
    assert not app.exception
    assert "first 200 sentences" in app.warning[0].value
    assert layout(app)["xaxis"]["range"] == [-0.5, 199.5]


def test_many_sentences_travel_packed_or_not_at_all(open_view: OpenView) -> None:
    lines = "\n".join(f"El tren número {n} llega tarde." for n in range(20))
    app = open_view()
    app.text_area(key="sentences_lines").set_value(lines).run()
    again = open_view(**link_of(app))
    assert again.text_area(key="sentences_lines").value == lines


def test_the_sentences_survive_another_page(open_view: OpenView) -> None:
    app = open_view(pooling="cls")
    app.query_params.clear()
    app.switch_page("masked_words.py").run()
    app.switch_page("words.py").run()
    assert not app.exception
    assert app.text_area(key="sentences_lines").value == "\n".join(SENTENCES)
    assert app.segmented_control(key="sentences_pooling").value == "cls"


def test_a_typed_text_that_looks_packed_stays_as_it_is(open_view: OpenView) -> None:
    typed = "z: the last letter\na: the first letter"
    app = open_view()
    app.text_area(key="sentences_lines").set_value(typed).run()
    assert not app.exception
    assert app.text_area(key="sentences_lines").value == typed
