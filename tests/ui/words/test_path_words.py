"""What can be followed of a text, and which word is offered first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.path_examples import PATH_EXAMPLES, example_word
from bertviz_core.ui.words.path_words import FollowedWord, first_choice, same_word, words_of


def texts(words: tuple[FollowedWord, ...]) -> list[str]:
    return [word.text for word in words]


def test_every_token_belongs_to_one_word(engine: BertEngine) -> None:
    encoding = engine.encode("La compañera, hacía la cama: <b>$5</b> 😊.")
    words = words_of(encoding, engine.info.mask_token)
    assert sorted({place for word in words for place in word.places}) == [
        place
        for place in range(len(encoding))
        if encoding.special[place] or encoding.spans[place][0] < encoding.spans[place][1]
    ]
    assert "compañera" in texts(words)
    assert texts(words)[0] == encoding.tokens[0]
    assert texts(words)[-1] == encoding.tokens[-1]


def test_a_blank_is_one_word_and_signs_of_one_token_too(mini: BertEngine) -> None:
    words = words_of(mini.encode("El ___ 👨‍👩‍👧 ríe."), mini.info.mask_token)
    assert texts(words) == ["[CLS]", "El", "[MASK]", "👨‍👩‍👧", "ríe", ".", "[SEP]"]


def test_the_end_that_did_not_fit_is_not_offered(tiny: Callable[..., BertEngine]) -> None:
    engine = tiny("bert")
    words = words_of(engine.encode("el sol " * 60), engine.info.mask_token)
    assert max(place for word in words for place in word.places) == engine.info.max_tokens - 1


@pytest.mark.parametrize("language", sorted(PATH_EXAMPLES))
def test_examples_hold_the_word_that_is_followed(mini: BertEngine, language: str) -> None:
    for first, second, word in PATH_EXAMPLES[language]:
        assert example_word(first, second) == word
        assert all(word in texts(words_of(mini.encode(text), None)) for text in (first, second))
    assert example_word("El banco", "") is None


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("El hombre joven saltó.", "El hombre araña saltó.", "hombre"),
        ("Vi un banco verde.", "Vi un banco abierto.", "banco"),
        ("a b", "a c", "a"),
        ("Uno.", "Dos.", "Uno"),
        ("El hombre joven saltó.", "", "hombre"),
        ("😊", "😊", "😊"),
    ],
)
def test_a_shared_word_next_to_the_difference_is_offered(
    mini: BertEngine, first: str, second: str, expected: str
) -> None:
    words = words_of(mini.encode(first), None)
    others = words_of(mini.encode(second), None) if second else ()
    assert words[first_choice(words, others)].text == expected


def test_the_same_word_is_found_in_the_other_text(mini: BertEngine) -> None:
    first = words_of(mini.encode("El banco y el otro banco."), None)
    second = words_of(mini.encode("Banco y banco, banco."), None)
    assert [same_word(first, texts(first).index("banco"), second), same_word(first, 6, second)] == [1, 3]
    assert same_word(first, texts(first).index("otro"), second) is None
    assert same_word(second, 5, first) == 6  # the third where there are two: the last
