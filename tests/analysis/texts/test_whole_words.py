"""Words in every script, as search and counts take them."""

from __future__ import annotations

import pytest

from bertviz_core.analysis.texts.whole_words import terms_of, words_of
from bertviz_core.training.data.groups import alike


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("¿Qué tal, don José_2?", ["Qué", "tal", "don", "José_2"]),
        ("नमस्ते दुनिया।", ["नमस्ते", "दुनिया"]),
        ("กาแฟร้อน", ["กาแฟร้อน"]),
        ("می\u200cروم", ["می\u200cروم"]),
        ("مَدْرَسَة", ["مَدْرَسَة"]),
        ("👩\u200d👧 ❤\ufe0f", []),
        ("12,5 km", ["12", "5", "km"]),
    ],
)
def test_words_keep_their_marks_and_emoji_are_none(text, words):
    assert words_of(text) == words


def test_terms_are_words_and_signs():
    assert terms_of("Hola, नमस्ते!") == ["Hola", ",", "नमस्ते", "!"]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("¡Hola, Mundo!", "hola mundo", True),
        ("Hola mundo", "hola mundos", False),
        ("की किताब", "का किताब", False),
        ("नमस्ते, दुनिया", "नमस्ते दुनिया!", True),
        ("La oﬁcina", "la ofi\u00adcina", True),
        ("👩\u200d👧", "👨\u200d👦", False),
        ("...", "!!!", False),
    ],
)
def test_texts_are_alike_that_differ_in_case_spaces_and_punctuation_only(first, second, same):
    assert (alike(first) == alike(second)) is same
