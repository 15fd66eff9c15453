"""A short text cut into words, the window over it, and questions to what was learned."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.analysis.history.train import (
    MOST_CHARACTERS,
    drawn_words,
    nearest_learned,
    read_lesson,
    untrained,
    window_at,
)
from bertviz_core.errors import InputError
from bertviz_core.results import LiveSettings, LiveVectors
from bertviz_core.samples.word_vectors import LESSON_SUMS, written_lesson

TEXT = "El rey come pan. La reina come fruta y pan, ¡y bebe agua!\nEl perro duerme en 3 camas y come poco pan"


def test_words_of_endless_length_are_cut() -> None:
    lesson = read_lesson("a" * 500 + " b c. " + "d e f. " * 10)
    assert max(map(len, lesson.vocabulary)) == 40


def test_a_text_is_cut_into_sentences_of_words() -> None:
    lesson = read_lesson(TEXT)
    assert lesson.spelled(0) == ["el", "rey", "come", "pan"]
    assert lesson.vocabulary[:3] == ("come", "pan", "y")
    assert lesson.words == sum(map(len, lesson.sentences)) == sum(lesson.counts)
    assert "3" not in lesson.vocabulary


def test_the_window_stays_within_its_sentence() -> None:
    lesson = read_lesson(TEXT)
    assert window_at(lesson, 3, reach=2).context == (1, 2)
    second = window_at(lesson, 4, reach=2)
    assert (second.sentence, second.target, second.context) == (1, 0, (1, 2))
    assert window_at(lesson, 10_000, reach=1) == window_at(lesson, lesson.words - 1, reach=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [("uno dos tres", "Too little"), ("a b. " * 2_100, "words"), ("x" * (MOST_CHARACTERS + 1), "characters")],
)
def test_texts_of_no_use_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_lesson(text)


@pytest.mark.parametrize("language", sorted(LESSON_SUMS))
def test_the_written_text_holds_its_groups_and_its_question(language: str) -> None:
    lesson = read_lesson(*written_lesson(language))
    assert len(lesson.groups) == 8
    assert all(len(words) == 4 for _group, words in lesson.groups)
    assert len(drawn_words(lesson)) == 32
    asked = LESSON_SUMS[language].replace("−", " ").replace("+", " ").split()
    assert set(asked) <= set(lesson.vocabulary)


def test_before_learning_all_is_chance() -> None:
    live = untrained(read_lesson(TEXT), LiveSettings(dimensions=4))
    assert live.points.shape == (1, len(live.shown), 2)
    assert live.losses[0] == pytest.approx(6 * np.log(2))


def test_sums_of_learned_words() -> None:
    vectors = np.array([[1, 0], [1, 1], [0, 1], [-1, 0.1]], dtype=np.float32)
    live = LiveVectors(
        settings=LiveSettings(),
        vocabulary=("a", "b", "c", "d"),
        shown=(0, 1),
        epochs=np.zeros(1, np.int64),
        losses=np.zeros(1, np.float32),
        points=np.zeros((1, 2, 2), np.float32),
        vectors=vectors,
    )
    assert [word for word, _cosine in nearest_learned(live, ["a"])] == ["b", "c", "d"]
    assert nearest_learned(live, ["b"], ["a"])[0][0] == "c"
    with pytest.raises(InputError, match="does not stand"):
        nearest_learned(live, ["e"])
