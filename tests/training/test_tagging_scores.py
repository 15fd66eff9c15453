"""The F1 of entities: that of a plain loop over all stretches of words."""

from __future__ import annotations

import math
import random

import pytest

from bertviz_core.training.tagging_scores import entities_of, entity_f1

TAGS = ["O", "O", "B-A", "I-A", "B-B", "I-B"]


def is_entity(tags: list[str], start: int, end: int, name: str) -> bool:
    """Tell by looking at each word alone whether words from `start` to before `end` are one entity."""

    def begins(place: int) -> bool:
        tag = tags[place]
        before = tags[place - 1] if place else "O"
        return tag == f"B-{name}" or (tag == f"I-{name}" and before not in (f"B-{name}", f"I-{name}"))

    def goes_on(place: int) -> bool:
        return place < len(tags) and tags[place] == f"I-{name}"

    return begins(start) and all(goes_on(place) for place in range(start + 1, end)) and not goes_on(end)


def slow_entities(sentences: list[list[str]]) -> list[tuple[int, int, int, str]]:
    return [
        (number, start, end, name)
        for number, tags in enumerate(sentences)
        for start in range(len(tags))
        for end in range(start + 1, len(tags) + 1)
        for name in "AB"
        if is_entity(tags, start, end, name)
    ]


def drawn(seed: int) -> list[list[str]]:
    chance = random.Random(seed)
    return [chance.choices(TAGS, k=length) for length in (1, 2, 5, 9, 12)]


@pytest.mark.parametrize("seed", range(30))
def test_entities_and_their_f1_are_those_of_a_plain_loop(seed: int) -> None:
    right, said = drawn(seed), drawn(seed)
    for tags in said:
        if random.Random(seed).random() < 0.5:
            tags[-1] = "B-A"
    wanted, found = slow_entities(right), slow_entities(said)
    assert sorted(entities_of(right)) == sorted(wanted)
    true = sum(entity in wanted for entity in found)
    precision, recall = true / len(found), true / len(wanted)
    expected = 2 * precision * recall / (precision + recall) if true else 0.0
    assert entity_f1(right, said) == pytest.approx(expected)


def test_an_entity_counts_as_a_whole() -> None:
    right = [["B-PER", "I-PER", "O", "B-LOC"]]
    assert entity_f1(right, right) == 1
    assert entity_f1(right, [["B-PER", "O", "O", "B-LOC"]]) == pytest.approx(0.5)
    assert entity_f1(right, [["B-PER", "B-PER", "O", "B-LOC"]]) == pytest.approx(0.4)
    assert entity_f1(right, [["B-LOC", "I-LOC", "O", "B-LOC"]]) == pytest.approx(0.5)
    assert entity_f1(right, [["O"] * 4]) == 0


def test_without_any_entity_there_is_no_number() -> None:
    assert math.isnan(entity_f1([["O", "O"]], [["O", "O"]]))
    assert entity_f1([["O"]], [["B-A"]]) == 0
