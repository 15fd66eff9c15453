"""The front panel: live answers and the way to the pages."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from payload_reader import attention_payloads
from streamlit.testing.v1 import AppTest

from bertviz_core.settings import get_settings
from bertviz_core.ui.examples import ATTENTION_EXAMPLES, MASKED_EXAMPLES
from bertviz_core.ui.next_sentence.pair_examples import PAIR_EXAMPLES

OpenPage = Callable[..., AppTest]
NAMED_EXAMPLES = (
    "Saqué dinero del banco",
    "Me siento en el banco",
    "Madrid es la [MASK] de España",
    "the man went to the [MASK] and bought a gallon of milk",
)


@pytest.mark.parametrize("lang", ["es", "en", "pt"])
def test_both_questions_are_answered_live(open_page: OpenPage, lang: str) -> None:
    app = open_page("home", lang)
    assert len(attention_payloads(app)) == 1
    (chart,) = app.get("plotly_chart")
    assert len(json.loads(chart.proto.spec)["layout"]["yaxis"]["ticktext"]) == 8


def test_there_are_examples_in_three_languages() -> None:
    sentences = {s for group in (ATTENTION_EXAMPLES, MASKED_EXAMPLES) for ss in group.values() for s in ss}
    assert set(NAMED_EXAMPLES) <= sentences
    assert set(ATTENTION_EXAMPLES) == set(MASKED_EXAMPLES) == {"es", "en", "pt"}
    assert all(sentence.count("[MASK]") == 1 for ss in MASKED_EXAMPLES.values() for sentence in ss)


def test_an_example_does_not_open_beside_an_old_second_sentence(open_page: OpenPage) -> None:
    app = open_page("attention")
    app.text_input(key="attention_pair").set_value("Una frase de antes.").run()
    app.switch_page("home.py").run()
    sentence = ATTENTION_EXAMPLES["es"][0]
    app.button(key=f"example_{sentence}").click().run()
    assert app.text_input(key="attention_text").value == sentence
    assert app.text_input(key="attention_pair").value == ""


@pytest.mark.parametrize("sentence", NAMED_EXAMPLES)
def test_an_example_opens_its_page_answered(open_page: OpenPage, sentence: str) -> None:
    app = open_page("home")
    app.button(key=f"example_{sentence}").click().run()
    assert not app.exception
    field = "masked_text" if "[MASK]" in sentence else "attention_text"
    assert app.text_input(key=field).value == sentence
    assert app.get("plotly_chart" if "[MASK]" in sentence else "bidi_component")


def test_an_example_of_two_sentences_opens_answered(open_page: OpenPage) -> None:
    app = open_page("home", "pt")
    first, second = PAIR_EXAMPLES["en"][0]
    app.button(key=f"example_{first}").click().run()
    assert not app.exception
    assert app.text_input(key="next_first").value == first
    assert app.text_input(key="next_second").value == second
    assert app.get("plotly_chart")


def test_a_model_that_cannot_be_had_is_a_sentence(open_page: OpenPage) -> None:
    app = open_page("home")
    app.selectbox(key="model").set_value("roberta-base").run()
    assert not app.exception
    assert "roberta" in app.warning[0].value.lower()
    assert not any("Click" in text.value for text in app.markdown)


def test_the_overview_says_that_a_head_can_be_opened(open_page: OpenPage) -> None:
    assert any("Click one to open it" in text.value for text in open_page("home").markdown)


@pytest.mark.parametrize(("wanted", "opened"), [("roberta-base", "roberta-base"), ("unknown/model", "mini")])
def test_the_settings_say_which_model_opens_first(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, wanted: str, opened: str
) -> None:
    monkeypatch.setenv("BERTSCOPE_DEFAULT_MODEL", wanted)
    get_settings.cache_clear()
    try:
        assert open_page("home").selectbox(key="model").value == opened
    finally:
        get_settings.cache_clear()
