"""Answers are compared as SQuAD's script compares them, articles of three languages left out."""

import re
import string

import numpy as np
import pytest

from bertviz_core.results import TEST, Answer, LearningData, QuestionExample
from bertviz_core.training.answer_scores import exact_match, normalised, word_f1
from bertviz_core.training.task_scores import class_reports, tallies

PAIRS = [
    ("The  Eiffel Tower!", "eiffel tower"),
    ("in 1891, on a hill", "1891"),
    ("an apple a day", "Apple a Day."),
    ("a", "the"),
    ("", "something"),
    ("anthem", "the anthem"),
    ("b b b c", "b c c"),
]


def squad_words(text):
    """Follow the script of SQuAD 1.1, step by step."""
    text = "".join(letter for letter in text.lower() if letter not in set(string.punctuation))
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


@pytest.mark.parametrize(("said", "right"), PAIRS)
def test_english_answers_are_scored_as_squad_scores_them(said, right):
    one, other = squad_words(said), squad_words(right)
    assert normalised(said) == one
    assert exact_match(said, [right]) == (one == other)
    rest, shared = list(other), 0
    for word in one:
        if word in rest:
            rest.remove(word)
            shared += 1
    if not one or not other:
        wanted = float(one == other)
    else:
        precision, recall = shared / len(one), shared / len(other)
        wanted = 2 * precision * recall / (precision + recall) if shared else 0.0
    assert word_f1(said, [right]) == pytest.approx(wanted)


def test_articles_belong_to_a_language():
    assert exact_match("El faro", ["faro"], "es") and not exact_match("El faro", ["faro"], "en")
    assert exact_match("¿Una ópera?", ["ópera"], "es")
    assert exact_match("a Ópera", ["ópera"], "pt") and exact_match("os «mares»", ["mares"], "pt")


def test_the_best_of_several_right_answers_counts():
    assert word_f1("38 metres", ["thirty-eight metres", "38 metres"]) == 1
    assert word_f1("38 metres", []) == 0


def test_the_scores_of_a_set_are_means():
    said = ("Elvira Montalbán", "in 1891", "nobody")
    right = (("Elvira Montalbán",), ("1891", "October 1891"), ("a child",))
    examples = tuple(
        QuestionExample(
            question="?", context=".", answers=tuple(Answer(text=text, start=0) for text in texts)
        )
        for texts in right
    )
    parts = np.full(3, TEST, dtype=np.int8)
    data = LearningData(task="question", name="q", examples=examples, labels=(), parts=parts, seed=0)
    scores = tallies(data, said)
    assert list(scores) == ["f1", "exact_match"]
    assert scores["exact_match"].value == pytest.approx(1 / 3)
    assert scores["f1"].value == pytest.approx((1 + 2 / 3) / 3)
    assert class_reports(data, said) == ()
