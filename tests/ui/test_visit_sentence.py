"""What a visitor typed goes along to other fields, unless something else was typed there."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bertviz_core.ui.kept_sentence import MOST_HIDDEN, read_kept
from bertviz_core.ui.visit_sentence import MOST_LETTERS, VisitSentence, fits

SENTENCE = "El perro ladra toda la noche"


def script() -> None:
    import streamlit as st

    from bertviz_core.ui.kept_sentence import bring_back, to_keep
    from bertviz_core.ui.visit_sentence import begin_field, note_typed, place, visit_sentence

    state = st.session_state
    if "kept" in state:
        bring_back(state.pop("kept"))
    if "placed" in state:
        place(state.pop("placed"), visit_sentence())
    state["changed"] = note_typed()
    for field in state.get("draw", ("attention_text",)):
        begin_field(field, f"example of {field}", second="B" if field == "next_first" else "")
    state["sentence"], state["to_keep"] = visit_sentence(), to_keep()


def visit(app: AppTest | None = None, **state: Any) -> AppTest:
    """Run the script with changes of the session."""
    app = app or AppTest.from_function(script)
    for name, value in state.items():
        app.session_state[name] = value
    app.run()
    assert not app.exception
    return app


def fields(app: AppTest, *names: str) -> list[str]:
    return [app.session_state[name] for name in names]


def test_examples_are_no_sentence() -> None:
    app = visit()
    assert fields(app, "attention_text", "attention_pair") == ["example of attention_text", ""]
    assert app.session_state["sentence"] is None and app.session_state["to_keep"] is None
    assert not app.session_state["changed"]


def test_other_fields_begin_with_what_was_typed() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    assert app.session_state["changed"]
    assert app.session_state["to_keep"] == {"text": SENTENCE, "second": "", "hidden": ()}
    app = visit(app, draw=("next_first", "path_first", "masked_text", "pretraining_text"))
    assert fields(app, "next_first", "path_first") == [SENTENCE, SENTENCE]
    # a blank, and a second sentence, are for the visitor to add
    assert fields(app, "masked_text", "pretraining_text") == [
        "example of masked_text",
        "example of pretraining_text",
    ]
    assert not app.session_state["changed"]


def test_a_pair_goes_along() -> None:
    app = visit(visit(), attention_text="Llueve mucho.", attention_pair="Llevo un paraguas.")
    app = visit(app, draw=("next_first", "pretraining_text"))
    assert fields(app, "next_first", "next_second") == ["Llueve mucho.", "Llevo un paraguas."]
    assert fields(app, "pretraining_text") == ["Llueve mucho. Llevo un paraguas."]


def test_fields_follow_until_something_is_typed_there() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    visit(app, draw=("next_first",))
    visit(app, next_first="El gato duerme", draw=("next_first",))
    visit(app, draw=("attention_text", "path_first"))
    assert fields(app, "attention_text", "path_first") == [SENTENCE, "El gato duerme"]
    visit(app, attention_text="Otra", draw=("path_first", "next_first"))
    assert fields(app, "path_first", "next_first") == ["Otra", "El gato duerme"]


def test_an_example_chosen_anew_stays_in_its_field() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    visit(app, attention_text="example of attention_text")
    assert fields(visit(app), "attention_text") == ["example of attention_text"]


def test_an_emptied_field_stays_empty_and_the_sentence_is_kept() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    visit(app, attention_text="")
    assert fields(app, "attention_text") == [""]
    assert app.session_state["sentence"].text == SENTENCE


def test_a_second_sentence_to_compare_with_is_not_taken_away() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    visit(app, draw=("path_first",))
    visit(app, path_second="El gato ladra", draw=("path_first",))
    assert fields(app, "path_first", "path_second") == [SENTENCE, "El gato ladra"]


def test_what_the_browser_kept_takes_the_place_of_the_example() -> None:
    kept = {"text": "Los perros ladran", "second": "", "hidden": [2]}
    app = visit(visit(), kept=kept, draw=("attention_text", "masked_text"))
    assert fields(app, "attention_text", "masked_text") == ["Los perros ladran"] * 2
    assert app.session_state["hidden_words_next"] == (2,)


def test_what_was_typed_before_the_browser_told_counts() -> None:
    app = visit(visit(), attention_text=SENTENCE)
    visit(app, kept={"text": "Antes"})
    assert app.session_state["sentence"].text == SENTENCE


def test_a_long_text_is_forgotten_by_the_browser_and_stays_on_its_page() -> None:
    app = visit(visit(), attention_text="a" * (MOST_LETTERS + 1), draw=("next_first",))
    assert app.session_state["to_keep"] == {}
    assert fields(app, "next_first") == ["example of next_first"]


@pytest.mark.parametrize(
    "kept",
    [
        None,
        "text",
        [],
        {},
        {"text": 5},
        {"text": "  "},
        {"text": "a", "second": None},
        {"text": "a", "hidden": "1"},
        {"text": "a" * (MOST_LETTERS + 1)},
        {"text": "a", "second": "b" * MOST_LETTERS},
        {"text": "a", "hidden": [1] * (MOST_HIDDEN + 1)},
    ],
)
def test_what_no_sentence_is_brings_none_back(kept: object) -> None:
    assert read_kept(kept) is None


def test_what_comes_back_is_text_that_can_be_sent() -> None:
    kept = read_kept({"text": "<b>a\ud800</b>", "hidden": [3, -1, "x", 10**9, 1]})
    assert kept == VisitSentence(text="<b>a\ufffd</b>", hidden=(1, 3))


@pytest.mark.parametrize("blank", ["[MASK]", "___", "[mask]"])
def test_a_sentence_with_a_blank_fits_where_blanks_are_read(blank: str) -> None:
    sentence = VisitSentence(text=f"El perro {blank} toda la noche")
    assert [
        f for f in ("attention_text", "masked_text", "next_first", "path_first") if fits(f, sentence)
    ] == [
        "attention_text",
        "masked_text",
    ]
