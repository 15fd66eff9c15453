"""What counts in each task: the scores of predictions, and how well each class is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bertviz_core.results import TEST, ClassReport, LearningData, TaggedExample
from bertviz_core.training.answer_scores import exact_match, word_f1
from bertviz_core.training.scores import Tally, f1, interval, mean_f1, share
from bertviz_core.training.tagged_sentences import OUTSIDE
from bertviz_core.training.tagging_scores import entities_of

Predictions = tuple[str, ...] | tuple[tuple[str, ...], ...]
"""The class of each held-out text, the tags of its words, or the answer."""


def tallies(data: LearningData, said: Predictions) -> dict[str, Tally]:
    """Return the tally of each score of predictions for the held-out examples, the main one first."""
    if data.task == "question":
        return _of_answers(data, said)  # type: ignore[arg-type]
    if data.task == "tagging":
        return _of_tags(data, said)  # type: ignore[arg-type]
    counts = _class_counts(data, said)
    right, groups = counts[:, :, 0].sum(axis=1), _held_groups(data)
    return {
        "accuracy": Tally(np.stack([right, np.ones_like(right)], axis=1), share, groups),
        "macro_f1": Tally(counts.reshape(len(counts), -1), mean_f1, groups),
    }


def class_reports(data: LearningData, said: Predictions) -> tuple[ClassReport, ...]:
    """Return how well each class, or kind of entity, is told; nothing of questions."""
    if data.task == "question":
        return ()
    counts, names, groups = _class_counts(data, said), class_names(data), _held_groups(data)
    return tuple(
        ClassReport(
            label=name,
            precision=interval(Tally(counts[:, place, :2], share, groups)),
            recall=interval(Tally(counts[:, place, ::2], share, groups)),
            f1=interval(Tally(counts[:, place], f1, groups)),
            support=int(counts[:, place, 2].sum()),
        )
        for place, name in enumerate(names)
    )


def confusion(data: LearningData, said: Predictions) -> NDArray[np.int64]:
    """Count the held-out texts by what is right (rows) and what was said (columns)."""
    k = len(data.labels)
    right, guessed = _ids(data, [e.label for e in data.part(TEST)]), _ids(data, said)
    return np.bincount(right * k + guessed, minlength=k * k).reshape(k, k)


def tags_name_entities(labels: Sequence[str]) -> bool:
    """Tell whether tags mark entities (BIO) rather than classes of words."""
    return all(label == OUTSIDE or label.startswith(("B-", "I-")) for label in labels)


def class_names(data: LearningData) -> tuple[str, ...]:
    """Return what is reported one by one: classes, kinds of entities, or tags that name no entities."""
    if data.task != "tagging" or not tags_name_entities(data.labels):
        return data.labels
    return tuple(sorted({label[2:] for label in data.labels if label[2:]}))


def _class_counts(data: LearningData, said: Predictions) -> NDArray[np.float64]:
    """Return (examples, classes, 3): of each class what was found rightly, what was said, what was wanted."""
    names, examples = class_names(data), data.part(TEST)
    places = {name: place for place, name in enumerate(names)}
    counts = np.zeros((len(examples), len(names), 3))
    for row, (example, guess) in enumerate(zip(examples, said, strict=True)):
        wanted, found = _things(data, example, guess)
        for column, things in enumerate((wanted & found, found, wanted)):
            for *_, name in things:
                counts[row, places[name], column] += 1
    return counts


def _things(data: LearningData, example: Any, guess: Any) -> tuple[set[Any], set[Any]]:
    """Return what is to be found in an example and what was found: places and the names of their classes."""
    if data.task != "tagging":
        return {(0, example.label)}, {(0, guess)}
    if tags_name_entities(data.labels):
        return entities_of([example.tags]), entities_of([guess])
    return set(enumerate(example.tags)), set(enumerate(guess))


def _of_tags(data: LearningData, said: tuple[tuple[str, ...], ...]) -> dict[str, Tally]:
    examples: tuple[TaggedExample, ...] = data.part(TEST)
    words = np.array(
        [
            [sum(map(str.__eq__, example.tags, tags)), len(example.tags)]
            for example, tags in zip(examples, said, strict=True)
        ],
        dtype=np.float64,
    )
    groups = _held_groups(data)
    of_words = Tally(words.reshape(-1, 2), share, groups)
    counts = _class_counts(data, said)
    if not tags_name_entities(data.labels):
        macro = Tally(counts.reshape(len(counts), -1), mean_f1, groups)
        return {"word_accuracy": of_words, "macro_f1": macro}
    return {"entity_f1": Tally(counts.sum(axis=1), f1, groups), "word_accuracy": of_words}


def _of_answers(data: LearningData, said: tuple[str, ...]) -> dict[str, Tally]:
    both = np.array(
        [
            [word_f1(guess, right, example.language), exact_match(guess, right, example.language), 1.0]
            for example, guess in zip(data.part(TEST), said, strict=True)
            for right in ([answer.text for answer in example.answers],)
        ],
        dtype=np.float64,
    ).reshape(-1, 3)
    groups = _held_groups(data)
    return {
        "f1": Tally(both[:, [0, 2]], share, groups),
        "exact_match": Tally(both[:, [1, 2]], share, groups),
    }


def _held_groups(data: LearningData) -> NDArray[np.int64]:
    """Return the group of each held-out example."""
    return data.group_ids[data.parts == TEST]


def _ids(data: LearningData, labels: Sequence[Any]) -> NDArray[np.int64]:
    places = {label: place for place, label in enumerate(data.labels)}
    return np.array([places[label] for label in labels], dtype=np.int64)
