"""What is saved of a map can be read back, and holds what is shown."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile

import numpy as np
import pytest
from word_occurrences import occurrences_of

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.charts.words.map import word_map
from bertviz_core.results import Projection
from bertviz_core.ui.words.map_files import map_csv, map_html, map_json, projector_zip, vectors_npz
from bertviz_core.ui.words.question import AskedWord

SENTENCES = ("Saqué dinero del banco, «ya».", 'Un banco "rojo"', "El banco </script><b>")
GROUPS = PointGroups(
    title="Sense", names=("dinero", "asiento"), labels=np.array([0, 1, -1]), without="no sense"
)


@pytest.fixture
def asked() -> AskedWord:
    layers = occurrences_of("banco", SENTENCES)
    return AskedWord(
        word="banco",
        sentences=SENTENCES,
        senses=("dinero", "asiento", ""),
        layers=layers,
        key="k",
    )


def test_coordinates_are_read_back(asked: AskedWord) -> None:
    points = np.random.default_rng(0).normal(size=(3, 3)).astype(np.float32)
    rows = list(csv.DictReader(io.StringIO(map_csv(asked, GROUPS, points))))
    assert [row["text"] for row in rows] == list(SENTENCES)
    assert [row["text"][int(row["start"]) : int(row["end"])] for row in rows] == ["banco"] * 3
    assert [row["group"] for row in rows] == ["dinero", "asiento", "no sense"]
    assert [[float(row[axis]) for axis in "xyz"] for row in rows] == pytest.approx(points, abs=1e-4)


def test_coordinates_of_all_layers_are_read_back(asked: AskedWord) -> None:
    points = np.random.default_rng(0).normal(size=(4, 3, 2)).astype(np.float32)
    rows = list(csv.DictReader(io.StringIO(map_csv(asked, GROUPS, points))))
    assert [(int(row["layer"]), int(row["sentence"])) for row in rows] == list(np.ndindex(4, 3))
    read = np.array([[float(row["x"]), float(row["y"])] for row in rows]).reshape(4, 3, 2)
    assert read == pytest.approx(points, abs=1e-4)
    document = json.loads(map_json(asked, GROUPS, points, method="umap"))
    assert np.array(document["points"]) == pytest.approx(points, abs=1e-4)
    assert (document["word"], document["method"]) == ("banco", "umap")
    assert [row["text"] for row in document["occurrences"]] == list(SENTENCES)


@pytest.mark.parametrize("layers", ["concat_last_4", 2, "static"])
def test_vectors_are_read_back_without_pickle(asked: AskedWord, layers: str | int) -> None:
    with np.load(io.BytesIO(vectors_npz(asked, layers)), allow_pickle=False) as archive:
        assert archive["vectors"] == pytest.approx(asked.layers.vectors(layers))
        assert archive["sentences"].tolist() == list(SENTENCES)
        assert archive["senses"].tolist() == ["dinero", "asiento", ""]
        assert archive["spans"].tolist() == asked.layers.spans.tolist()


def test_the_projector_gets_a_line_for_each_vector(asked: AskedWord) -> None:
    data = projector_zip(asked, GROUPS, "last")
    assert data == projector_zip(asked, GROUPS, "last")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        vectors = np.loadtxt(io.StringIO(archive.read("vectors.tsv").decode()), delimiter="\t")
        lines = archive.read("metadata.tsv").decode().splitlines()
    assert vectors == pytest.approx(asked.layers.vectors("last"), abs=1e-5)
    assert lines[0].split("\t") == ["form", "sense", "group", "sentence"]
    assert [line.split("\t")[3] for line in lines[1:]] == list(SENTENCES)


def test_the_page_stands_alone(asked: AskedWord) -> None:
    style = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"))
    projection = Projection(points=np.eye(3, 2, dtype=np.float32), method="umap", neighbours=2)
    page = map_html(word_map(asked.layers, projection, GROUPS, style, axis="PC"))
    assert len(page) > 1_000_000
    assert '"showSendToCloud": false' in page
    assert not re.search(r"<(script|link)[^>]*\b(src|href)=", page)
    assert "</script><b>" not in page
    assert "El \\u003cb\\u003ebanco" in page
