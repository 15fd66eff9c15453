"""The files of the view about mean cosines."""

from __future__ import annotations

import csv
import io
import json

import numpy as np

from bertviz_core.results import WordGeometry
from bertviz_core.ui.words.geometry_files import geometry_csv, geometry_json

GEOMETRY = WordGeometry(
    model="mini",
    word='ba"nco',
    occurrences=4,
    random_words=300,
    centred=True,
    anisotropy=np.array([0.1, 0.2]),
    self_similarity=np.array([0.9, 0.7]),
    same_sense=np.array([np.nan, np.nan]),
    different_senses=np.array([0.5, np.nan]),
    in_sentence=np.array([0.4, 0.3]),
)


def test_the_table_has_a_line_a_layer_with_both_kinds_of_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(geometry_csv(GEOMETRY))))
    assert [row["layer"] for row in rows] == ["0", "1"]
    assert float(rows[1]["self_similarity"]) == 0.7
    assert float(rows[1]["self_similarity_minus_anisotropy"]) == 0.5
    assert float(rows[1]["anisotropy_minus_anisotropy"]) == 0
    assert rows[1]["different_senses"] == ""
    assert "same_sense" not in rows[0]


def test_the_document_is_json_without_nan() -> None:
    document = json.loads(geometry_json(GEOMETRY), parse_constant=lambda name: 1 / 0)
    assert document["word"] == 'ba"nco'
    assert (document["occurrences"], document["random_words"], document["centred"]) == (4, 300, True)
    assert document["different_senses"] == [0.5, None]
    assert document["anisotropy"] == [0.1, 0.2]
