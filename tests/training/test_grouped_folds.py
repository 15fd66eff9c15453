"""What belongs together is held out together while a classifier is chosen."""

from dataclasses import replace

import numpy as np
import pytest

from bertviz_core.results import TEST, TRAIN, LearningData, TaggedExample, TextExample
from bertviz_core.training.baselines import classifier, features, tags
from bertviz_core.training.baselines.classifier import choose
from bertviz_core.training.baselines.features import learn_features
from bertviz_core.training.baselines.tags import tag_features
from bertviz_core.training.baselines.tfidf import tfidf

NONE = np.zeros(0, dtype=np.int64)


def fingerprints(groups=20, rows=4):
    """Return features that tell the group of a row and nothing of its class, which is that of its group."""
    draw = np.random.default_rng(2)
    numbers = draw.permutation(np.repeat(np.arange(groups), rows))
    vectors = draw.normal(size=(groups, 40))[numbers] + draw.normal(scale=0.1, size=(len(numbers), 40))
    return vectors, (draw.permutation(groups) % 2)[numbers], numbers


def test_rows_of_one_group_do_not_give_each_other_away():
    vectors, classes, groups = fingerprints()
    leaking = choose({"one": vectors}, classes, (1.0,), standardise=True)
    honest = choose({"one": vectors}, classes, (1.0,), standardise=True, groups=groups)
    assert leaking.accuracy > 0.95
    assert honest.accuracy < 0.75


def test_groups_of_one_choose_as_without():
    vectors, classes, _ = fingerprints()
    kinds, strengths = {"one": vectors, "few": vectors[:, :3]}, (0.01, 1.0)
    without = choose(kinds, classes, strengths, standardise=True)
    alone = np.random.default_rng(0).permutation(len(classes))
    assert choose(kinds, classes, strengths, standardise=True, groups=alone) == without


@pytest.mark.parametrize("sizes", [(1, 1, 9, 2, 3, 4), (30, 1, 1, 2), (2, 5), (3,) * 11])
def test_every_row_is_held_out_once_and_never_beside_its_group(sizes):
    groups = np.repeat(np.arange(len(sizes)), sizes)
    classes = np.arange(len(groups)) % 2
    parts = classifier._parts(classes, groups)
    assert sorted(row for _, held in parts for row in held.tolist()) == list(range(len(groups)))
    for learned, held in parts:
        assert len(held) and not set(groups[learned]) & set(groups[held])


def test_one_group_has_no_cross_validation():
    one = choose(
        {"one": np.arange(8.0)[:, None]}, np.arange(8) % 2, (1.0,), standardise=True, groups=np.ones(8, int)
    )
    assert np.isnan(one.accuracy)


def topics(topics=24, rows=4):
    """Return pairs whose words tell their topic, and nothing of the class of another one."""
    draw = np.random.default_rng(4)
    names = ["".join(letters) for letters in draw.choice(list("bcdfghjklmnpqrstvwxz"), (topics, 8))]
    labels = np.array(["a", "b"])[draw.permutation(topics) % 2]
    examples = tuple(
        TextExample(text=name, pair=f"{name} {number}", label=str(label))
        for name, label in zip(names, labels, strict=True)
        for number in range(rows)
    )
    parts = np.array([TEST] * rows + [TRAIN] * rows * (topics - 1), dtype=np.int8)
    return LearningData(
        task="pair",
        name="t",
        examples=examples,
        labels=("a", "b"),
        parts=parts,
        seed=0,
        groups=np.repeat(np.arange(topics), rows),
    )


def test_counted_words_are_chosen_by_topics_that_were_not_seen():
    data = topics()
    assert tfidf(replace(data, groups=NONE)).cross_validated > 0.95
    assert tfidf(data).cross_validated < 0.8


def watch_groups(monkeypatch, module):
    """Return a list that gets the groups by which a classifier is chosen."""
    seen = []

    def watched(*arguments, groups=None, **options):
        seen.append(groups)
        return choose(*arguments, groups=groups, **options)

    monkeypatch.setattr(module, "choose", watched)
    return seen


def test_vectors_are_chosen_by_groups_too(tiny, monkeypatch):
    data, seen = topics(topics=6), watch_groups(monkeypatch, features)
    learn_features(tiny("bert"), data)
    np.testing.assert_array_equal(seen[0], data.groups[data.parts != TEST])


@pytest.mark.parametrize("known", [True, False])
def test_words_of_a_sentence_do_not_give_each_other_away(tiny, known):
    draw = np.random.default_rng(1)
    letters = draw.permutation(list("abcdefghijklmnopqrstuvwxyz"))
    examples = tuple(
        TaggedExample(tokens=(letter,) * 6, tags=(("O", "B-PER")[n % 2],) * 6)
        for n, letter in enumerate(letters.tolist())
    )
    parts = np.array([TEST] * 2 + [TRAIN] * (len(examples) - 2), dtype=np.int8)
    data = LearningData(
        task="tagging",
        name="t",
        examples=examples,
        labels=("O", "B-PER"),
        parts=parts,
        seed=0,
        groups=np.arange(len(examples)) + 5 if known else NONE,
    )
    assert tag_features(tiny("bert"), data).cross_validated < 0.85


def test_unread_words_are_in_no_group(tiny, monkeypatch):
    seen = watch_groups(monkeypatch, tags)
    unread = TaggedExample(tokens=("\u200b",), tags=("O",))
    read = [TaggedExample(tokens=("sun", "milk"), tags=("O", "B-PER")) for _ in range(5)]
    data = LearningData(
        task="tagging",
        name="t",
        examples=(read[0], unread, *read[1:], read[0]),
        labels=("O", "B-PER"),
        parts=np.array([TRAIN] * 6 + [TEST], dtype=np.int8),
        seed=0,
        groups=np.array([3, 9, 3, 4, 5, 6, 3]),
    )
    tag_features(tiny("bert"), data)
    assert seen[0].tolist() == [3, 3, 3, 3, 4, 4, 5, 5, 6, 6]
