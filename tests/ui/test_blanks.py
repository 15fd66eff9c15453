"""Words can be hidden one by one, however the vocabulary splits them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.blanks import carry_hidden, hidden_words, hide_words, telling_word, words_of


@pytest.fixture(scope="module")
def engine(tiny: Callable[..., BertEngine]) -> BertEngine:
    return tiny("bert")


def test_words_are_whole_and_in_order(engine: BertEngine) -> None:
    encoding = engine.encode("El ñandú corría hacia el sol.")
    words = words_of(encoding, "[MASK]")
    assert [word.text for word in words] == ["El", "ñandú", "corría", "hacia", "el", "sol", "."]
    assert all(encoding.text[word.start : word.end] == word.text for word in words)


def test_equal_words_are_hidden_one_by_one(engine: BertEngine) -> None:
    encoding = engine.encode("banco del banco")
    words = words_of(encoding, "[MASK]")
    assert hide_words(encoding.text, words, [2], mask_token="[MASK]") == "banco del [MASK]"
    assert hide_words(encoding.text, words, [2, 0], mask_token="[MASK]") == "[MASK] del [MASK]"
    assert hide_words(encoding.text, words, [], mask_token="[MASK]") == "banco del banco"


def test_originals_follow_the_blanks_in_reading_order(engine: BertEngine) -> None:
    encoding = engine.encode("el [mask] del río")
    words = words_of(encoding, "[MASK]")
    assert [word.is_blank for word in words] == [False, True, False, False]
    assert hidden_words(words, [3, 0]) == ("el", None, "río")
    text = hide_words(encoding.text, words, [3, 0], mask_token="[MASK]")
    assert len(engine.fill_mask(text).masks) == 3


@pytest.mark.parametrize(
    ("before", "hidden", "after", "kept"),
    [
        ("el niño vio al niño", [1, 4], "ayer el niño vio al niño", (2, 5)),
        ("el niño vio al niño", [1, 4], "el niño vio al otro niño", (1, 5)),
        ("el niño vio al niño", [1, 4], "el niño vio al", (1,)),
        ("el niño vio al niño", [3], "el niño vio un niño", ()),
        ("el niño vio", [0], "el sol sale por la mañana en el campo", ()),
        ("", [], "el niño", ()),
    ],
)
def test_hidden_words_are_found_again_after_an_edit(
    before: str, hidden: list[int], after: str, kept: tuple[int, ...]
) -> None:
    assert carry_hidden(before.split(), hidden, after=after.split()) == kept


def test_a_word_cut_at_the_limit_is_left_out(engine: BertEngine) -> None:
    limit = engine.info.max_tokens
    long_word = "banco" + "zq" * 40
    whole = engine.encode(long_word)
    assert len(whole) > 4
    encoding = engine.encode("el " * (limit - 4) + long_word)
    assert encoding.truncated
    words = words_of(encoding, "[MASK]")
    assert {word.text for word in words} == {"el"}


def test_the_last_word_of_a_whole_text_stays_where_its_pair_is_cut(engine: BertEngine) -> None:
    encoding = engine.encode("el sol", "la casa " * engine.info.max_tokens)
    assert encoding.truncated
    assert [word.text for word in words_of(encoding, "[MASK]")] == ["el", "sol"]


@pytest.mark.parametrize(
    ("text", "word"),
    [("El perro ladra en el", "ladra"), ("Yo soy yo", "yo"), ("¿ 12 ?", None), ("", None)],
)
def test_the_last_word_that_says_something(text: str, word: str | None) -> None:
    texts = text.split()
    assert [texts[number] for number in telling_word(texts)] == ([word] if word else [])
