"""The files of the next sentence page hold what is shown."""

import csv
import io
import json

import numpy as np
import pytest

from bertviz_core.results.reliability import measure_reliability
from bertviz_core.samples.story_pairs import story_pairs
from bertviz_core.ui.next_sentence.pair_files import next_sentence_csv, next_sentence_json
from bertviz_core.ui.next_sentence.pair_reliability_files import pairs_csv, reliability_csv, reliability_json
from bertviz_core.ui.next_sentence.rank import rank_candidates
from bertviz_core.ui.next_sentence.rank_files import rank_csv, rank_json


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_a_pair_and_the_swapped_one(tiny):
    engine = tiny("bert")
    first, second = 'the "man", <b>', "the store"
    answer, swapped = engine.next_sentence(first, second), engine.next_sentence(second, first)
    one, other = rows_of(next_sentence_csv(answer, swapped))
    assert (one["first"], one["second"], other["first"]) == (first, second, second)
    assert float(one["is_next"]) == pytest.approx(answer.is_next, abs=1e-7)
    assert float(other["not_next"]) == pytest.approx(swapped.not_next, abs=1e-7)
    document = json.loads(next_sentence_json(answer, swapped))
    assert document["is_next"] == answer.is_next
    assert document["swapped"]["is_next"] == swapped.is_next


def test_candidates_are_ranked_and_unread_ones_left_out():
    ranked = rank_candidates(("a", "b", "a", "c"), [0.5, float("nan"), 0.5, 0.9])
    assert [(row.line, row.sentence) for row in ranked] == [(4, "c"), (1, "a"), (3, "a")]
    rows = rows_of(rank_csv(ranked))
    assert [(row["rank"], row["line"], row["sentence"]) for row in rows] == [
        ("1", "4", "c"),
        ("2", "1", "a"),
        ("3", "3", "a"),
    ]
    document = json.loads(rank_json("m", "ñ", ranked))
    assert document["first"] == "ñ"
    assert document["candidates"][0] == {"line": 4, "sentence": "c", "is_next": 0.9}


def test_reliability_with_its_pairs():
    pairs = story_pairs()[:3]
    said = np.array([0.95, 0.25, 0.97], dtype=np.float32)
    whole = measure_reliability(said, [pair.follows for pair in pairs])
    rows = rows_of(reliability_csv(whole))
    assert [int(row["pairs"]) for row in rows] == whole.counts.tolist()
    assert float(rows[9]["share_that_follows"]) == pytest.approx(whole.observed[9])
    assert rows[5]["share_that_follows"] == ""
    listed = rows_of(pairs_csv(pairs, said))
    assert [(row["first"], row["kind"], row["follows"]) for row in listed] == [
        (pair.first, pair.kind, str(int(pair.follows))) for pair in pairs
    ]
    document = json.loads(reliability_json("m", whole, {"es": whole}))
    assert document["brier"] == document["by_kind_and_language"]["es"]["brier"] == whole.brier
    assert document["bins"][5]["share_that_follows"] is None
    assert document["bins"][9]["pairs"] == 2
