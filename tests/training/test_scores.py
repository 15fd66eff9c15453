"""Scores and their intervals equal plain loops and scikit-learn."""

import math
import random

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, precision_recall_fscore_support

from bertviz_core.results import TEST, TRAIN, LearningData, TaggedExample, TextExample
from bertviz_core.training.scores import Tally, f1, interval, mean_f1, share
from bertviz_core.training.task_scores import class_reports, confusion, tallies

LABELS = ("a", "b", "<b>c")


@pytest.fixture
def texts():
    """Held-out texts of three classes, and what a method says of them."""
    draw = random.Random(4)
    right = [draw.choice(LABELS) for _ in range(70)]
    said = [label if draw.random() < 0.7 else draw.choice(LABELS) for label in right]
    return text_data(right), right, tuple(said)


def text_data(right, learned=LABELS):
    examples = tuple(TextExample(text=f"text {n}", label=label) for n, label in enumerate((*learned, *right)))
    parts = np.array([TRAIN] * len(learned) + [TEST] * len(right), dtype=np.int8)
    return LearningData(task="sentence", name="t", examples=examples, labels=LABELS, parts=parts, seed=0)


def tag_data(right, labels):
    examples = tuple(TaggedExample(tokens=("w",) * len(tags), tags=tuple(tags)) for tags in right)
    parts = np.full(len(right), TEST, dtype=np.int8)
    return LearningData(task="tagging", name="t", examples=examples, labels=labels, parts=parts, seed=0)


def test_accuracy_and_macro_f1_are_those_of_scikit_learn(texts):
    data, right, said = texts
    found = tallies(data, said)
    assert list(found) == ["accuracy", "macro_f1"]
    assert found["accuracy"].value == pytest.approx(accuracy_score(right, said))
    assert found["macro_f1"].value == pytest.approx(f1_score(right, said, average="macro"))
    np.testing.assert_array_equal(confusion(data, said), confusion_matrix(right, said, labels=LABELS))


def test_each_class_is_scored_as_scikit_learn_scores_it(texts):
    data, right, said = texts
    wanted = precision_recall_fscore_support(right, said, labels=LABELS)
    for place, report in enumerate(class_reports(data, said)):
        of_class = (report.precision.value, report.recall.value, report.f1.value, report.support)
        assert of_class == pytest.approx(tuple(column[place] for column in wanted))
        assert report.f1.low < report.f1.value < report.f1.high


def test_a_class_that_is_nowhere_counts_in_no_mean():
    right, said = ["a", "a", "b"], ("a", "b", "b")
    data = text_data(right)
    assert tallies(data, said)["macro_f1"].value == pytest.approx(f1_score(right, said, average="macro"))
    nowhere = class_reports(data, said)[LABELS.index("<b>c")]
    assert nowhere.support == 0
    assert math.isnan(nowhere.precision.value) and math.isnan(nowhere.f1.low)


def test_an_interval_holds_the_middle_of_the_resampled_scores(texts):
    data, right, said = texts
    draw = random.Random(1)
    scores = []
    for _ in range(1000):
        rows = [draw.randrange(len(right)) for _ in right]
        chosen = [right[row] for row in rows], [said[row] for row in rows]
        scores.append(f1_score(*chosen, average="macro"))
    scores.sort()
    found = interval(tallies(data, said)["macro_f1"])
    assert found.low == pytest.approx(scores[25], abs=0.02)
    assert found.high == pytest.approx(scores[-25], abs=0.02)
    assert interval(tallies(data, said)["macro_f1"]) == found  # the same every time


def test_many_examples_are_drawn_in_several_steps():
    counts = np.stack([np.random.default_rng(0).random(5000) < 0.3, np.ones(5000)], axis=1).astype(float)
    found = interval(Tally(counts, share))
    deviation = math.sqrt(0.21 / 5000)
    assert found.high - found.low == pytest.approx(2 * 1.96 * deviation, rel=0.15)


def test_sums_become_scores():
    assert f1(np.array([2.0, 3.0, 5.0])) == pytest.approx(0.5)
    assert math.isnan(f1(np.zeros(3)))
    assert mean_f1(np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0])) == pytest.approx(0.5)


def entities_by_hand(tags):
    found, open_ = set(), None
    for place, tag in enumerate([*tags, "O"]):
        if open_ and (tag == "O" or tag[0] == "B" or tag[2:] != open_[1]):
            found.add((open_[0], place, open_[1]))
            open_ = None
        if tag != "O" and open_ is None:
            open_ = (place, tag[2:])
    return found


def test_entities_are_counted_whole_and_by_kind():
    labels = ("O", "B-LOC", "B-PER", "I-LOC", "I-PER")
    draw = random.Random(2)
    right = [[draw.choice(labels) for _ in range(12)] for _ in range(40)]
    said = tuple(tuple(t if draw.random() < 0.8 else draw.choice(labels) for t in tags) for tags in right)
    data = tag_data(right, labels)
    pairs = [tuple(map(entities_by_hand, both)) for both in zip(right, said, strict=True)]
    hits = sum(len(wanted & found) for wanted, found in pairs)
    wanted, found = (sum(len(both[side]) for both in pairs) for side in (0, 1))
    scores = tallies(data, said)
    assert list(scores) == ["entity_f1", "word_accuracy"]
    assert scores["entity_f1"].value == pytest.approx(2 * hits / (wanted + found))
    words = [
        (a, b) for tags, guess in zip(right, said, strict=True) for a, b in zip(tags, guess, strict=True)
    ]
    assert scores["word_accuracy"].value == pytest.approx(sum(a == b for a, b in words) / len(words))
    for report in class_reports(data, said):
        own = [
            ({e for e in a if e[2] == report.label}, {e for e in b if e[2] == report.label}) for a, b in pairs
        ]
        hits = sum(len(a & b) for a, b in own)
        assert report.support == sum(len(a) for a, _ in own)
        assert report.precision.value == pytest.approx(hits / sum(len(b) for _, b in own))
        assert report.recall.value == pytest.approx(hits / report.support)


def test_tags_that_are_no_entities_are_classes_of_words():
    data = tag_data([["NOUN", "VERB"], ["VERB"]], ("NOUN", "VERB"))
    said = (("NOUN", "NOUN"), ("VERB",))
    scores = tallies(data, said)
    assert scores["word_accuracy"].value == pytest.approx(2 / 3)
    wanted = f1_score(["NOUN", "VERB", "VERB"], ["NOUN", "NOUN", "VERB"], average="macro")
    assert scores["macro_f1"].value == pytest.approx(wanted)
    assert [report.support for report in class_reports(data, said)] == [1, 2]


def test_a_score_without_a_mistake_is_not_certain():
    nine, many = (interval(Tally(np.ones((count, 2)), share)) for count in (9, 400))
    assert nine.value == many.value == nine.high == 1.0
    assert nine.low == pytest.approx(0.7008, abs=1e-3)  # Wilson's for 9 of 9
    assert 0.98 < many.low < 1.0


def test_a_share_of_few_examples_is_at_least_as_wide_as_wilsons():
    answers = np.array([1.0] * 7 + [0.0] * 2)
    few = interval(Tally(np.stack([answers, np.ones(9)], axis=1), share))
    assert few.low <= 0.4526 + 1e-3 and few.high >= 0.9367 - 1e-3  # Wilson's for 7 of 9
    assert few.value == pytest.approx(7 / 9)
    of_words = Tally(np.stack([answers * 10, np.full(9, 10.0)], axis=1), share)
    drawn = np.percentile(of_words.resampled(), [2.5, 97.5])
    assert (interval(of_words).low, interval(of_words).high) == pytest.approx(tuple(drawn))


def test_nothing_right_and_nothing_asked():
    none = interval(Tally(np.stack([np.zeros(9), np.ones(9)], axis=1), share))
    assert none.low == none.value == 0 and none.high == pytest.approx(0.2991, abs=1e-3)  # Wilson's for 0 of 9
    nothing = interval(Tally(np.zeros((4, 2)), share))
    assert math.isnan(nothing.value) and math.isnan(nothing.low)
