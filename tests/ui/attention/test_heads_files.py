"""Files about heads hold the engine's numbers, with layers and heads counted from 1."""

import csv
import io
import json

import pytest

from bertviz_core.ui.attention.heads_files import (
    head_matches_csv,
    head_matches_json,
    head_similarity_csv,
    head_similarity_json,
    head_statistics_csv,
    head_statistics_json,
)

TEXT, PAIR = "La compañera, hacía", "the store."


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_statistics(tiny):
    statistics = tiny("bert").head_statistics(TEXT, PAIR)
    lines = rows(head_statistics_csv(statistics))
    document = json.loads(head_statistics_json(statistics))
    assert (lines[0]["layer"], lines[0]["head"]) == ("1", "1")
    assert (lines[-1]["layer"], lines[-1]["head"]) == ("3", "4")
    assert (document["heads"][-1]["layer"], document["heads"][-1]["head"]) == (3, 4)
    assert (document["text"], document["pair"]) == (TEXT, PAIR)
    assert document["tokens"] == list(statistics.encoding.tokens)
    for name, values in statistics.arrays.items():
        assert [float(line[name]) for line in lines] == pytest.approx(values.ravel().tolist(), abs=1e-6)
        assert [head[name] for head in document["heads"]] == values.ravel().tolist()


def test_similarity(tiny):
    similarity = tiny("bert").head_similarity(TEXT)
    lines = rows(head_similarity_csv(similarity))
    document = json.loads(head_similarity_json(similarity))
    assert [line["head"] for line in lines][3:5] == ["1.4", "2.1"] == document["heads"][3:5]
    assert float(lines[2]["2.1"]) == pytest.approx(similarity.distances[2, 4], abs=1e-6)
    assert document["distances"][2][4] == pytest.approx(similarity.distances[2, 4], abs=1e-5)
    assert document["places"][7] == pytest.approx(similarity.places[7].tolist(), abs=1e-5)


def test_matches(tiny):
    engine = tiny("bert")
    matches = engine.find_heads(TEXT, queries=[2], keys=[1, 3])
    lines = rows(head_matches_csv(matches))
    document = json.loads(
        head_matches_json(matches, engine.encode(TEXT), model="m", queries=(2,), keys=(1, 3))
    )
    assert (document["query_positions"], document["key_positions"]) == ([2], [1, 3])
    for line, record, match in zip(lines, document["heads"], matches, strict=True):
        assert (int(line["layer"]), int(line["head"])) == (match.layer + 1, match.head + 1)
        assert (record["layer"], record["head"], record["weight"]) == (
            match.layer + 1,
            match.head + 1,
            match.weight,
        )
