"""The files of the view about layers."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from bertviz_core.results import LayerScores
from bertviz_core.ui.words.clusters import Clustering
from bertviz_core.ui.words.layers_files import layer_scores_csv, layer_scores_json

SCORES = LayerScores(
    model="mini",
    word='ba"nco',
    senses=("dinero, mucho", "asiento"),
    counts=(3, 1),
    occurrences=6,
    measured=4,
    left_out=2,
    vectors=("static", 0, 1, "last"),
    measures=("neighbour", "clusters"),
    values=np.array([[0.5, 0.25, 1, 0.75], [0, np.nan, 0.5, -0.1]]),
    weights=np.array([0.25, 0.75]),
    folds=3,
)


def test_the_table_has_a_line_for_every_kind_of_vectors() -> None:
    rows = list(csv.DictReader(io.StringIO(layer_scores_csv(SCORES))))
    assert [row["vectors"] for row in rows] == ["static", "0", "1", "last"]
    assert [float(row["neighbour"]) for row in rows] == [0.5, 0.25, 1, 0.75]
    assert [row["clusters"] for row in rows] == ["0.000000", "", "0.500000", "-0.100000"]


def test_the_document_holds_all_numbers_and_what_they_are_of() -> None:
    document = json.loads(layer_scores_json(SCORES, Clustering("kmeans", 2)))
    assert document["word"] == 'ba"nco'
    assert document["senses"] == {"dinero, mucho": 3, "asiento": 1}
    assert (document["occurrences"], document["measured"], document["without_sense"]) == (6, 4, 2)
    assert document["majority"] == pytest.approx(0.75)
    assert document["clustering"] == {"method": "kmeans", "count": 2}
    assert document["scores"][1] == {"vectors": 0, "neighbour": 0.25, "clusters": None}
    assert document["weights"] == [0.25, 0.75]
