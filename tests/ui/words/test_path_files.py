"""The files of the view that follows a word through the layers."""

from __future__ import annotations

import csv
import io
import json

import pytest

from bertviz_core.engine import BertEngine
from bertviz_core.results import TokenPath
from bertviz_core.ui.words.path_files import path_csv, path_json


@pytest.fixture(scope="module")
def paths(mini: BertEngine) -> list[TokenPath]:
    return [mini.token_path(text, [2]) for text in ('El hombre "joven".', "El hombre araña.")]


def test_the_table_has_a_line_for_every_sentence_and_state(paths: list[TokenPath]) -> None:
    rows = list(csv.DictReader(io.StringIO(path_csv(paths))))
    assert [(row["sentence"], row["layer"]) for row in rows] == [(s, str(n)) for s in "AB" for n in range(13)]
    assert rows[0]["moved"] == ""
    assert float(rows[13 + 5]["added_by_attention"]) == pytest.approx(
        paths[1].added_by_attention[4], abs=1e-6
    )
    assert float(rows[12]["cosine_to_start"]) == pytest.approx(paths[0].cosine_to_start[12], abs=1e-6)
    assert float(rows[12]["cosine_a_b"]) == pytest.approx(paths[0].cosine_to(paths[1])[12], abs=1e-6)


def test_one_path_alone_has_no_cosine_to_another(paths: list[TokenPath]) -> None:
    rows = list(csv.DictReader(io.StringIO(path_csv(paths[:1]))))
    assert {row["cosine_a_b"] for row in rows} == {""}
    assert json.loads(path_json(paths[:1]))["cosine_a_b"] is None


def test_the_document_holds_every_number(paths: list[TokenPath]) -> None:
    document = json.loads(path_json(paths))
    assert document["model"] == "mini"
    assert [path["text"] for path in document["paths"]] == ['El hombre "joven".', "El hombre araña."]
    assert document["paths"][0]["tokens"][document["paths"][0]["places"][0]] == "hombre"
    assert document["paths"][1]["added_by_feed_forward"] == paths[1].added_by_feed_forward.tolist()
    assert document["cosine_a_b"] == paths[0].cosine_to(paths[1]).tolist()
