"""What fine-tuning changed, as files: every number, layers and heads from 0, null where there is none."""

from __future__ import annotations

import csv
import io
import json

import numpy as np

from bertviz_core.results import WEIGHT_PARTS, AttentionChange, LabelledPlace, StateChange, WeightChange
from bertviz_core.ui.fine_tuning import before_after_files as files

STATES = StateChange(
    before="a",
    after="run:b",
    places=(LabelledPlace(text="uno, «dos»", label="x", word=(0, 3)), LabelledPlace(text="=2", label="y")),
    vectors=np.zeros((2, 2, 2, 3), np.float16),
    cosine=np.array([1, 0.25]),
    silhouette=np.array([[np.nan, 0.5], [0, -0.5]]),
)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_attention_of_all_heads_and_of_one(tiny) -> None:
    change = AttentionChange(before="a", after="b", texts=2, divergence=np.array([[0.1, 0.2], [0.3, 0]]))
    table = rows(files.attention_change_csv(change))
    assert [(row["layer"], row["head"], float(row["divergence_bits"])) for row in table] == [
        ("0", "0", 0.1),
        ("0", "1", 0.2),
        ("1", "0", 0.3),
        ("1", "1", 0),
    ]
    encoding = tiny("bert").encode("el <b>banco")
    n = len(encoding)
    weights = np.full((n, n), 1 / n, np.float32), np.eye(n, dtype=np.float32)
    cells = rows(files.head_before_after_csv(encoding, weights))
    assert len(cells) == n * n
    assert [cells[1][name] for name in ("query", "query_token", "key", "key_token")] == [
        "0",
        encoding.labels[0],
        "1",
        encoding.labels[1],
    ]
    assert float(cells[1]["change"]) == -float(cells[1]["before"]) and float(cells[0]["after"]) == 1
    document = json.loads(files.attention_change_json(change, encoding, (1, 0), weights))
    assert document["divergence_bits"] == change.divergence.tolist()
    assert document["shown"]["text"] == "el <b>banco" and document["shown"]["layer"] == 1
    np.testing.assert_array_equal(document["shown"]["attention_after"], weights[1])


def test_points_and_layers() -> None:
    points = np.array([[0, 1], [2, 3]], np.float32), np.array([[4, 5], [6, 7]], np.float32)
    first, second = rows(files.state_points_csv(STATES, points, layer=1))
    assert (first["text"], first["word"], first["class"]) == ("uno, «dos»", "uno", "x")
    assert [float(second[name]) for name in ("x_before", "y_before", "x_after", "y_after")] == [2, 3, 6, 7]
    assert second["word"] == ""
    layers = rows(files.state_change_csv(STATES))
    assert layers[0]["silhouette_before"] == "" and float(layers[1]["cosine"]) == 0.25
    document = json.loads(files.state_change_json(STATES))
    assert document["silhouette_before"] == [None, 0.5] and document["vectors"] == 2
    assert (document["before"], document["after"]) == ("a", "run:b")


def test_weights() -> None:
    parts = np.linspace(0, 0.07, 16).reshape(2, 8)
    change = WeightChange(
        before="a", after="b", layers=2, parts=parts, whole=np.array([0, 0.5]), outside={"words": 0.25}
    )
    table = rows(files.weight_change_csv(change))
    assert [row["layer"] for row in table] == ["0", "1", "words"]
    assert float(table[1]["key"]) == round(parts[1, 1], 6) and float(table[2]["whole"]) == 0.25
    document = json.loads(files.weight_change_json(change, STATES))
    np.testing.assert_array_equal([document["parts"][part] for part in WEIGHT_PARTS], parts.T)
    assert document["states"]["cosine"] == [1, 0.25] and document["outside"] == {"words": 0.25}
    assert json.loads(files.weight_change_json(change, None)) == document | {"states": None}
    shared = WeightChange(before="a", after="b", layers=3, parts=parts[:1], whole=parts[0, :1], outside={})
    assert [row["layer"] for row in rows(files.weight_change_csv(shared))] == ["all"]
