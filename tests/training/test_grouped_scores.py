"""Examples of one group are drawn together, as plain loops over whole groups do it."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import f1_score

from bertviz_core.results import (
    TEST,
    TRAIN,
    Answer,
    LearningData,
    QuestionExample,
    TaggedExample,
    TextExample,
)
from bertviz_core.results.json_forms import from_json, to_json
from bertviz_core.results.reliability import wilson_interval
from bertviz_core.training.data.samples import sample_data
from bertviz_core.training.scores import Tally, interval, share
from bertviz_core.training.task_scores import class_reports, tallies

LABELS = ("a", "b", "c")
SIZES = (5, 1, 4, 6, 2, 5, 3, 8, 1, 7)


def grouped(sizes=SIZES, labels=LABELS):
    """Return held-out pairs in groups, mixed among each other and behind one example that is learned from."""
    draw = random.Random(3)
    rows = [(group, draw.choice(labels)) for group, size in enumerate(sizes) for _ in range(size)]
    draw.shuffle(rows)
    examples = tuple(
        TextExample(text=f"{n}", pair=f"{group}", label=label) for n, (group, label) in enumerate(rows)
    )
    return LearningData(
        task="pair",
        name="t",
        examples=(TextExample(text="x", pair="y", label="a"), *examples),
        labels=labels,
        parts=np.array([TRAIN] + [TEST] * len(rows), dtype=np.int8),
        seed=0,
        groups=np.array([77] + [10 * group for group, _ in rows]),
    )


def said_by_group(data, seed, odds):
    """Say what is right of some groups and something wrong of others: answers of one group hang together."""
    draw = random.Random(seed)
    right = {}
    said = []
    for example in data.part(TEST):
        sure = right.setdefault(example.pair, draw.random() < odds)
        said.append(example.label if sure else draw.choice(data.labels))
    return tuple(said)


def rows_of_groups(data):
    rows = {}
    for place, example in enumerate(data.part(TEST)):
        rows.setdefault(example.pair, []).append(place)
    return list(rows.values())


def macro_f1(right, said, rows):
    labels = sorted({*(right[row] for row in rows), *(said[row] for row in rows)})
    return f1_score([right[r] for r in rows], [said[r] for r in rows], labels=labels, average="macro")


def accuracy(right, said, rows):
    return sum(right[row] == said[row] for row in rows) / len(rows)


@pytest.mark.parametrize(("name", "score"), [("accuracy", accuracy), ("macro_f1", macro_f1)])
def test_whole_groups_are_drawn(name, score):
    data = grouped()
    said = said_by_group(data, 1, 0.8)
    right, groups, draw = [e.label for e in data.part(TEST)], rows_of_groups(data), random.Random(5)
    of_one = []
    for _ in range(1000):
        rows = [row for _ in groups for row in draw.choice(groups)]
        of_one.append(score(right, said, rows))
    one = tallies(data, said)[name]
    found, wanted = np.percentile(one.resampled(), [2.5, 97.5]), np.percentile(of_one, [2.5, 97.5])
    np.testing.assert_allclose(found, wanted, atol=0.03)
    assert one.value == pytest.approx(score(right, said, range(len(right))))


def test_groups_of_one_change_no_number():
    data = grouped((1,) * 60)
    without = replace(data, groups=np.zeros(0, dtype=np.int64))
    said = said_by_group(data, 1, 0.8)
    for one, other in zip(*(tallies(d, said).values() for d in (data, without)), strict=True):
        assert interval(one) == interval(other)
        np.testing.assert_array_equal(one.resampled(), other.resampled())
    assert class_reports(data, said) == class_reports(without, said)


def test_classes_are_measured_by_groups_too():
    data = grouped()
    said = said_by_group(data, 1, 0.8)
    alone = class_reports(replace(data, groups=np.zeros(0, dtype=np.int64)), said)
    together = class_reports(data, said)
    pairs = zip(together, alone, strict=True)
    assert [r.f1.value for r in together] == [r.f1.value for r in alone]
    assert any(t.f1.high - t.f1.low > 1.2 * (a.f1.high - a.f1.low) for t, a in pairs)


def test_without_a_mistake_a_group_counts_once():
    right = np.ones((23, 2))
    found = interval(Tally(right, share, np.arange(23) % 5))
    assert (found.low, found.high) == (pytest.approx(float(wilson_interval(5, 5)[0])), 1.0)
    assert interval(Tally(right, share)).low == pytest.approx(float(wilson_interval(23, 23)[0]))


def test_answers_and_tags_know_their_groups():
    questions = tuple(
        QuestionExample(question=f"{n}?", context="yes", answers=(Answer(text="yes", start=0),))
        for n in range(4)
    )
    tagged = tuple(TaggedExample(tokens=("w", f"{n}"), tags=("O", "B-X")) for n in range(4))
    nouns = tuple(TaggedExample(tokens=("w", f"{n}"), tags=("N", "V")) for n in range(4))
    for task, examples, labels, said in (
        ("question", questions, (), ("yes", "no", "yes", "no")),
        ("tagging", tagged, ("O", "B-X"), (("O", "O"), ("O", "B-X")) * 2),
        ("tagging", nouns, ("N", "V"), (("N", "N"), ("N", "V")) * 2),
    ):
        data = LearningData(
            task=task,
            name="t",
            examples=examples,
            labels=labels,
            parts=np.full(4, TEST, dtype=np.int8),
            seed=0,
            groups=np.array([1, 1, 0, 0]),
        )
        for tally in tallies(data, said).values():
            assert len(tally.of_groups) == 2
            np.testing.assert_array_equal(tally.of_groups.sum(axis=0), tally.counts.sum(axis=0))
            # Both groups have the same sums, so that only Wilson's interval is left.
            assert len(set(tally.resampled().tolist())) == 1


@pytest.mark.parametrize("name", ["questions", "entailment", "paraphrases", "spam"])
def test_a_prepared_set_knows_its_groups_and_keeps_them_in_files(name):
    data = sample_data(name).data
    assert len(data.groups) == len(data.examples)
    parts_of = {}
    for group, part in zip(data.groups.tolist(), data.parts.tolist(), strict=True):
        parts_of.setdefault(group, set()).add(part)
    assert all(len(parts) == 1 for parts in parts_of.values())
    if name == "questions":
        assert len(parts_of) == len({e.context for e in data.examples})
        assert len(set(data.group_ids[data.parts == TEST])) == 5
    if name == "entailment":
        assert len(parts_of) == len(data.examples) / 3
    stored = to_json(data)
    np.testing.assert_array_equal(from_json(LearningData, stored).group_ids, data.groups)


def test_a_stored_set_without_groups_counts_each_row_for_itself():
    data = sample_data("entailment").data
    stored = to_json(data)
    del stored["groups"]
    old = from_json(LearningData, stored)
    assert old.group_ids.tolist() == list(range(len(data.examples)))
    assert old.fingerprint == data.fingerprint
    tally = tallies(old, tuple(e.label for e in old.part(TEST)))["accuracy"]
    assert tally.of_groups is tally.counts
    assert not math.isnan(tally.value)
