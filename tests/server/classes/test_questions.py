"""A question goes through its states, and tells no more than the class may know."""

from __future__ import annotations

import pytest

from bertviz_core.server.classes.codes import new_code, read_code
from bertviz_core.server.classes.questions import ClassQuestion, folded

WORD = ClassQuestion(number=1, kind="word", about="El perro [MASK].", model=(("ladra", 0.4),))
PAIR = ClassQuestion(number=1, kind="next", about="A · B", options=("Yes", "No"))
FIVE = {1: ["Ladra", "ladra", "LADRA", "ládra ", "duerme"]}


def after(question: ClassQuestion, *steps: str) -> ClassQuestion:
    for step in steps:
        following = question.after(step)  # type: ignore[arg-type]
        assert following is not None, step
        question = following
    return question


def test_counts_are_told_when_they_are_shown_and_the_model_at_the_end() -> None:
    for steps in ((), ("close",), ("close", "show", "again"), ("close", "show", "again", "close")):
        told = after(WORD, *steps).document(FIVE)
        assert "counts" not in told
        assert "model" not in told
    shown = after(WORD, "close", "show").document(FIVE)
    assert shown["counts"] == [[["ladra", 4], ["duerme", 1]]]
    assert "model" not in shown
    explained = after(WORD, "close", "show", "again", "close", "show", "explain").document(FIVE)
    assert explained["counts"] == [[["ladra", 4], ["duerme", 1]], None]
    assert explained["model"] == [["ladra", 0.4]]


def test_there_are_two_rounds_and_no_way_back() -> None:
    assert after(WORD, "close").after("close") is None
    assert WORD.after("explain") is None
    assert after(WORD, "show", "again", "show").after("again") is None
    assert after(WORD, "show", "explain").after("show") is None


def test_fewer_than_five_votes_are_not_shown() -> None:
    shown = after(WORD, "show")
    assert shown.document({1: ["ladra"] * 4})["counts"] == [None]
    assert shown.document({1: ["ladra"] * 4})["votes"] == 4
    assert shown.document({1: ["ladra"] * 5})["counts"] == [[["ladra", 5]]]


def test_options_are_counted_in_their_order() -> None:
    assert PAIR.tally(["1", "1", "0", "1", "1"]) == [("Yes", 1), ("No", 4)]
    assert PAIR.read_choice("1") == "1"
    for strange in ("2", "-1", "x", "٣", "", "1e9", "99999", None, 1, "0x1"):
        assert PAIR.read_choice(strange) is None


@pytest.mark.parametrize("word", ["<script>alert(1)</script>", "a" * 500, "hola\x00\n mundo", "😀", "‮abc"])
def test_a_word_is_text_of_a_bounded_length(word: str) -> None:
    kept = WORD.read_choice(word)
    assert kept is not None
    assert len(kept) <= 60
    assert kept.isprintable()


@pytest.mark.parametrize("nothing", ["", "   ", "...", "\u200b", "¿?", None, 7, ["a"]])
def test_what_is_no_word_is_no_vote(nothing: object) -> None:
    assert WORD.read_choice(nothing) is None


def test_words_are_folded_by_case_and_accent() -> None:
    assert folded("  Corazón!") == folded("CORAZON")
    assert folded("Straße") == folded("STRASSE")
    assert folded("niño") == folded("nino")
    assert folded("perro") != folded("perra")


def test_codes_are_read_as_people_write_them() -> None:
    code = new_code()
    assert read_code(code) == read_code(f" {code[:3].lower()}-{code[3:]} ") == code
    for no_code in ("", "ABC", "ABCDE1", "GGGGGG", "ÁÁÁÁÁÁ", "A" * 10_000):
        assert read_code(no_code) is None


def test_a_head_is_counted_as_one_however_people_write_it() -> None:
    head = ClassQuestion(number=1, kind="head", about="El perro ladra")
    for written in ("3.5", " 3,5 ", "3-5", "L3 H5", "capa 3, cabeza 5", "03.05"):
        assert head.read_choice(written) == "3.5", written
    for none in ("3", "35", "dog", "3.", "1.2.3", "٣.٥", "3.500", ""):
        assert head.read_choice(none) is None, none
