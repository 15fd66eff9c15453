"""Words can be hidden one by one, however the vocabulary splits them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.blanks import hidden_words, hide_words, words_of


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
