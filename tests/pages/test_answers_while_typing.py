"""Where the browser could not show what the server shows, it is not offered to answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

OpenPage = Callable[..., AppTest]


def offered(app: AppTest) -> bool:
    assert not app.exception
    names = {one.proto.component_name for one in app.get("bidi_component")}
    return "browser_model" in names


def chosen(app: AppTest, key: str, value: object) -> AppTest:
    return app.button_group(key=key).set_value(value).run()


def test_words_of_the_page_that_are_hidden_by_a_click_are_the_servers(open_page: OpenPage) -> None:
    app = open_page("masked_words", "es")
    assert offered(app)
    assert not offered(chosen(app, "hidden_chips", [0]))


def test_words_that_the_visitor_checks_are_the_servers(open_page: OpenPage) -> None:
    app = open_page("masked_words", "en")
    app.text_input(key="words_to_check").set_value("cat, dog").run()
    assert not offered(app)


def test_blanks_that_are_filled_together_are_the_servers(open_page: OpenPage) -> None:
    app = open_page("masked_words", "en")
    app.text_input(key="masked_text").set_value("The [MASK] of the [MASK].").run()
    assert offered(app)
    assert not offered(chosen(app, "blanks_together", "together"))


def test_a_first_blank_is_answered_while_it_is_typed(open_page: OpenPage) -> None:
    app = open_page("masked_words", "en")
    app.text_input(key="masked_text").set_value("No blank at all").run()
    assert offered(app)


@pytest.mark.parametrize(("second", "offers"), [("", True), ("The dog was here.", False)])
def test_two_sentences_are_compared_by_the_server(open_page: OpenPage, second: str, offers: bool) -> None:
    app = open_page("masked_words", "en", view="surprise")
    app.text_input(key="surprise_second").set_value(second).run()
    assert offered(app) is offers


def test_a_sentence_is_followed_by_hand_and_small_vectors_are_not(open_inside_view: OpenPage) -> None:
    assert offered(open_inside_view("by_hand", of="sentence", text="The river"))
    assert not offered(open_inside_view("by_hand"))
