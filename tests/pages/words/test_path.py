"""The view that follows a word through the layers, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from page_reader import chart_numbers, link_of
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.path_examples import PATH_EXAMPLES

OpenPage = Callable[..., AppTest]
FIRST, SECOND = "Un gato negro duerme.", "Un gato mecánico levanta coches."


def traces(app: AppTest, name: str) -> list[np.ndarray]:
    drawn = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    return [chart_numbers(trace["y"]) for chart in drawn for trace in chart["data"] if trace["name"] == name]


def chips(app: AppTest, which: str) -> Any:
    """Return the chips of the words of a sentence: `at` of A, `other` of B."""
    (found,) = [group for group in app.get("button_group") if group.key.startswith(f"path_word_{which}_")]
    return found


@pytest.mark.parametrize("language", ["es", "en", "pt"])
def test_the_example_is_followed_at_once(open_page: OpenPage, mini: BertEngine, language: str) -> None:
    app = open_page("words", language, view="path")
    first, second, word = PATH_EXAMPLES[language][0]
    assert app.text_input(key="path_first").value == first
    paths = [mini.token_path(text, [mini.encode(text).tokens.index(word)]) for text in (first, second)]
    between = paths[0].cosine_to(paths[1])
    (shown,) = traces(app, {"es": "A y B", "en": "A and B", "pt": "A e B"}[language])
    np.testing.assert_allclose(shown, between, atol=1e-6)
    attention = {"es": "Atención", "en": "Attention", "pt": "Atenção"}[language]
    for drawn, path in zip(traces(app, attention), paths, strict=True):
        np.testing.assert_allclose(drawn, path.added_by_attention, atol=1e-6)
    written = f"{between[-1]:.2f}"
    assert (written if language == "en" else written.replace(".", ",")) in app.subheader[0].value
    assert not app.warning


def test_another_word_is_clicked_and_stands_in_a_link(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("words", view="path")
    app.text_input(key="path_first").set_value(FIRST)
    app.text_input(key="path_second").set_value(SECOND).run()
    assert "“gato” in A and B" in app.subheader[0].value
    chips(app, "at").set_value(4).run()
    assert "“duerme”" in app.subheader[0].value
    assert any("“duerme” does not stand in B" in caption.value for caption in app.caption)
    assert not traces(app, "A and B")
    chips(app, "other").set_value(4).run()
    assert not app.exception
    assert "“duerme” in A, “levanta” in B" in app.subheader[0].value
    assert (app.query_params["at"], app.query_params["other"]) == ("4", "4")
    assert not {"first", "second"} & set(app.query_params)
    link = link_of(app)
    again = open_page("words", **link)
    assert again.subheader[0].value == app.subheader[0].value
    assert again.text_input(key="path_second").value == SECOND


def test_a_choice_for_one_word_is_none_for_another(open_page: OpenPage) -> None:
    app = open_page("words", view="path", first=FIRST, second=SECOND, at="2", other="4")
    assert "“gato” in A, “levanta” in B" in app.subheader[0].value
    chips(app, "at").set_value(1).run()
    assert "“Un” in A and B" in app.subheader[0].value
    app.text_input(key="path_first").set_value("Veo un gato gris.").run()
    assert "“gato” in A and B" in app.subheader[0].value


def test_one_sentence_alone(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("words", view="path", first="El ornitorrinco nada.")
    path = mini.token_path("El ornitorrinco nada.", range(2, len(mini.encode("El ornitorrinco nada.")) - 3))
    assert f"“ornitorrinco”: cosine to its start {path.cosine_to_start[-1]:.2f}" in app.subheader[0].value
    assert any("several pieces" in caption.value for caption in app.caption)
    assert app.text_input(key="path_second").value == ""
    assert not traces(app, "A and B")


def test_equal_sentences_never_part(open_page: OpenPage) -> None:
    app = open_page("words", view="path", first=FIRST, second=FIRST)
    assert app.subheader[0].value.endswith("1.00 in the end")


@pytest.mark.parametrize("first", ["", "  ", "\u200b"])
def test_an_empty_sentence_is_answered_by_a_hint(open_page: OpenPage, first: str) -> None:
    app = open_page("words", view="path", first=first, second=SECOND)
    assert "no text yet" in app.warning[0].value
    assert app.text_input(key="path_second").value == SECOND


@pytest.mark.parametrize(
    "text",
    ["<b>x</b> $5 and $6 :smile: *x* [link](http://a)", "👨‍👩‍👧 😊 😊", "palabra " * 700, "[MASK] [MASK]"],
)
def test_odd_texts_are_followed(open_page: OpenPage, text: str) -> None:
    app = open_page("words", view="path", first=text, second=text[:3000])
    assert len(app.get("plotly_chart")) == 2


@pytest.mark.parametrize("parameters", [{"at": "999"}, {"at": "x", "other": "-1"}, {"other": "9999"}])
def test_junk_in_the_address_does_no_harm(open_page: OpenPage, parameters: dict[str, str]) -> None:
    app = open_page("words", view="path", **parameters)
    assert "“man” in A and B" in app.subheader[0].value


def test_a_pair_to_try_fills_both_fields(open_page: OpenPage) -> None:
    app = open_page("words", view="path")
    example = PATH_EXAMPLES["pt"][1]
    app.session_state["path_examples"] = True
    app.run()
    app.button(key=f"path_example_{example.first}").click().run()
    assert not app.exception
    assert app.text_input(key="path_second").value == example.second
    assert "“manga” in A and B" in app.subheader[0].value
