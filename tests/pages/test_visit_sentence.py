"""A sentence is opened in other pages by one click, whole or with a word hidden."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

OpenPage = Callable[..., AppTest]
SENTENCE = "El perro ladra toda la noche"


def offered(app: AppTest) -> list[str]:
    return [key.removeprefix("open_in_") for b in app.button if (key := b.key or "").startswith("open_in_")]


def test_a_sentence_is_opened_with_its_last_word_hidden_and_goes_on_whole(open_page: OpenPage) -> None:
    app = open_page("attention", "es")
    app.text_input(key="attention_text").set_value(SENTENCE).run()
    assert offered(app) == [
        "masked_text",
        "next_first",
        "path_first",
        "inside_text",
        "pretraining_text",
        "history_text",
    ]
    app.button(key="open_in_masked_text").click().run()
    assert not app.exception
    assert app.text_input(key="masked_text").value == SENTENCE
    assert app.session_state["hidden_words"][1] == (5,)
    app.button(key="open_in_path_first").click().run()
    assert not app.exception
    assert app.text_input(key="path_first").value == SENTENCE
    assert app.selectbox(key="lang").value == "es"


def test_a_sentence_opened_as_the_first_of_two_is_answered_at_once(open_page: OpenPage) -> None:
    app = open_page("attention")
    app.text_input(key="attention_text").set_value(SENTENCE).run()
    app.button(key="open_in_next_first").click().run()
    assert not app.exception
    assert app.text_input(key="next_first").value == SENTENCE
    assert app.text_input(key="next_second").value


def test_a_sentence_without_a_blank_waits_for_a_click(open_page: OpenPage) -> None:
    app = open_page("attention")
    app.text_input(key="attention_text").set_value(f"{SENTENCE} **x**").run()
    app.switch_page("masked_words.py").run()
    assert "[MASK]" in app.text_input(key="masked_text").value
    assert "\\*\\*x" in app.button(key="your_sentence").label
    app.button(key="your_sentence").click().run()
    assert app.text_input(key="masked_text").value == f"{SENTENCE} **x**"
    assert app.session_state["hidden_words"][1]
    assert "your_sentence" not in [button.key for button in app.button]


def test_a_sentence_is_read_in_order_where_it_has_one(open_page: OpenPage) -> None:
    app = open_page("attention")
    app.text_input(key="attention_text").set_value("Dos palabras").run()
    assert "history_text" not in offered(app)
    app.text_input(key="attention_text").set_value(SENTENCE).run()
    app.button(key="open_in_history_text").click().run()
    assert not app.exception and "From “El” to “noche”" in app.subheader[0].value
    assert offered(app)[:2] == ["attention_text", "masked_text"]


def test_a_typed_blank_is_offered_where_blanks_are_read(open_page: OpenPage) -> None:
    app = open_page("masked_words")
    app.text_input(key="masked_text").set_value("El perro ___ toda la noche").run()
    assert offered(app) == ["attention_text", "inside_text"]
    app.switch_page("attention.py").run()
    assert app.text_input(key="attention_text").value == "El perro ___ toda la noche"
