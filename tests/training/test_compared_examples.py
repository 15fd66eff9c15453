"""Models are compared on held-out examples: texts with their classes, words with what they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pushed_runs import example_data

from bertviz_core.results import TASKS, TEST, TaggedExample, TextExample
from bertviz_core.training import compared_examples
from bertviz_core.training.compared_examples import blanked_text, compared_places, compared_texts


@pytest.mark.parametrize("task", TASKS)
def test_held_out_examples_only_unless_all_are_asked_for(task) -> None:
    data = example_data(task)
    held_out = {compared_examples.text_of(example) for example in data.part(TEST)}
    assert {(place.text, place.pair) for place in compared_places(data)} == held_out
    assert set(compared_texts(data)) == held_out and len(held_out) == 4
    everything = {(place.text, place.pair) for place in compared_places(data, everything=True)}
    assert everything == {compared_examples.text_of(example) for example in data.examples}


def test_words_of_entities_with_their_kind() -> None:
    (*places,) = compared_places(example_data("tagging"))
    assert [(p.text[slice(*p.word)], p.label) for p in places[:3]] == [
        ("Ana", "PER"),
        ("San", "LOC"),
        ("Juan", "LOC"),
    ]


def test_all_words_where_tags_are_classes_of_words() -> None:
    data = replace(
        example_data("tagging"),
        examples=(TaggedExample(tokens=("El", "sol", "sale"), tags=("O", "NOUN", "I-dle")),),
        labels=("O", "NOUN"),
        parts=np.array([TEST], dtype=np.int8),
    )
    places = compared_places(data)
    assert [(p.text[slice(*p.word)], p.label) for p in places] == [
        ("El", "O"),
        ("sol", "NOUN"),
        ("sale", "I-dle"),
    ]


def test_of_many_some_are_taken_evenly_spread() -> None:
    texts = tuple(TextExample(text=str(n), label="a") for n in range(5_001))
    data = replace(
        example_data("sentence"),
        examples=texts,
        labels=("a",),
        parts=np.full(len(texts), TEST, dtype=np.int8),
    )
    numbers = [int(place.text) for place in compared_places(data)]
    assert len(numbers) == 500 and numbers[0] == 0 and numbers[-1] == 5_000
    assert np.ptp(np.diff(numbers)) <= 1
    assert len(compared_texts(data)) == 24


@pytest.mark.parametrize(
    ("texts", "blanked"),
    [
        (("the new observatory\nis <b>open",), "the new [MASK] is <b>open"),
        (("x" * 200, "a [MASK] here", "who ___ milk", "no it is", "árboles y 12345678"), "[MASK] y 12345678"),
        (("no it is", "snake_case_only 1234"), None),
    ],
)
def test_the_longest_word_of_a_short_held_out_text_is_hidden(texts, blanked) -> None:
    learned = TextExample(text="learned wonderful", label="yes")
    data = replace(
        example_data("sentence"),
        examples=(learned, *(TextExample(text=text, label="yes") for text in texts)),
        parts=np.array([0, *[TEST] * len(texts)], dtype=np.int8),
    )
    assert blanked_text(data) == blanked


@pytest.mark.parametrize("task", TASKS)
def test_long_texts_are_cut_and_invisible_ones_left_out(task, settings) -> None:
    data = example_data(task)
    held_out = data.part(TEST)
    settings(max_characters="12")
    cut = {
        (text[:12], None if pair is None else pair[:12])
        for text, pair in (
            (" ".join(e.tokens), None)
            if isinstance(e, TaggedExample)
            else (e.text, e.pair)
            if isinstance(e, TextExample)
            else (e.question, e.context)
            for e in held_out
        )
    }
    assert set(compared_texts(data)) == cut
    assert {(place.text, place.pair) for place in compared_places(data)} <= cut


def test_a_text_in_which_nothing_can_be_seen_is_not_offered() -> None:
    texts = tuple(TextExample(text=text, label="a") for text in ("\u200b", "sun", "\u200b \n"))
    data = replace(
        example_data("sentence"), examples=texts, labels=("a",), parts=np.full(3, TEST, dtype=np.int8)
    )
    assert compared_texts(data) == (("sun", None),)
