"""The view that asks which layer tells the senses of a word apart, without a browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from page_reader import in_menu
from streamlit.testing.v1 import AppTest

from bertviz_core.analysis.vectors.sense_scores import cluster_agreement, nearest_neighbour_accuracy
from bertviz_core.analysis.words.clusters import find_clusters
from bertviz_core.engine import BertEngine
from bertviz_core.results import LAYER_STRATEGIES, WordLayers
from bertviz_core.ui.words.ready_sets import ready_sets

OpenPage = Callable[..., AppTest]
OWN = "\n".join(
    [
        "Saqué dinero del banco. | <b>money</b>",
        "El banco cobra intereses. | <b>money</b>",
        "El banco me dio un crédito. | <b>money</b>",
        "Me siento en el banco. | seat*",
        "Un banco de madera. | seat*",
        "Un banco sin sentido.",
    ]
)


def chart(app: AppTest) -> dict[str, Any]:
    (drawn,) = app.get("plotly_chart")
    return json.loads(drawn.proto.spec)


def line(drawn: dict[str, Any], name: str) -> list[float]:
    (trace,) = [trace for trace in drawn["data"] if trace.get("name") == name]
    return [y for x, y in zip(trace["x"], trace["y"], strict=True) if x is not None]


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.subheader, *app.markdown, *app.caption])


def own(open_page: OpenPage, lines: str) -> AppTest:
    return open_page("words", view="layers", word="banco", sentences=lines)


@pytest.fixture(scope="module")
def bat(mini: BertEngine) -> tuple[WordLayers, np.ndarray]:
    ready = ready_sets()["en-bat"]
    layers = mini.word_layers([sentence for sentence, _ in ready.rows], "bat", inflected="en")
    return layers, np.array([ready.rows[sentence][1] for sentence in layers.sentence_index])


def test_the_lines_are_the_measures_and_the_title_names_the_best_layer(
    open_page: OpenPage, bat: tuple[WordLayers, np.ndarray]
) -> None:
    layers, senses = bat
    app = open_page("words", view="layers", set="en-bat")
    drawn = chart(app)
    kinds = ("static", *range(13), *LAYER_STRATEGIES)
    right = [nearest_neighbour_accuracy(layers.vectors(kind), senses) for kind in kinds]
    assert line(drawn, "Nearest neighbour right")[:-1] == pytest.approx(right)
    agreed = [cluster_agreement(find_clusters(layers.vectors(kind), count=2), senses) for kind in kinds]
    assert line(drawn, "Clusters against senses")[:-1] == pytest.approx(agreed)
    best = int(np.argmax(right[1:14]))
    title = app.subheader[0].value
    assert title.startswith(f"Best after layer {best}: {100 * max(right[1:14]):.0f}%")
    assert title.endswith(f"by always saying “{senses[0]}” 50%")
    (bars,) = [trace for trace in drawn["data"] if trace["type"] == "bar"]
    assert sum(bars["y"]) == pytest.approx(1)
    assert len(bars["y"]) == 13


def test_another_clustering_changes_its_line_only_and_stands_in_the_address(
    open_page: OpenPage, bat: tuple[WordLayers, np.ndarray]
) -> None:
    layers, senses = bat
    app = open_page("words", view="layers", set="en-bat")
    before = chart(app)
    in_menu(app.selectbox, "words_clusters_True").set_value("hdbscan").run()
    assert not app.exception
    assert "hdbscan" in app.query_params["clusters"]
    after = chart(app)
    dense = cluster_agreement(find_clusters(layers.vectors(9), method="hdbscan"), senses)
    assert line(after, "Clusters against senses")[10] == pytest.approx(dense)
    assert line(after, "Clusters against senses") != line(before, "Clusters against senses")
    assert line(after, "Nearest neighbour right") == line(before, "Nearest neighbour right")
    in_menu(app.selectbox, "words_clusters_True").set_value("senses").run()
    assert "clusters" not in app.query_params


@pytest.mark.parametrize("named", ["hdbscan", "4", "best"])
def test_the_address_brings_the_clustering(open_page: OpenPage, named: str) -> None:
    app = open_page("words", view="layers", set="en-bat", clusters=named)
    assert in_menu(app.selectbox, "words_clusters_True").value == named
    app = open_page("words", view="layers", set="en-bat", clusters="99")
    assert in_menu(app.selectbox, "words_clusters_True").value == "senses"


def test_own_senses_are_text_and_what_has_none_is_counted(open_page: OpenPage) -> None:
    app = own(open_page, OWN)
    assert "\\<b\\>money\\<\\/b\\>" in app.subheader[0].value
    assert "Left out, without a sense: 1." in said(app)
    assert "seat\\* 2" in said(app)
    assert "<b>money" not in json.dumps(chart(app))
    (table,) = app.dataframe
    assert len(table.value) == 1 + 13 + len(LAYER_STRATEGIES) + 1


def test_without_senses_the_clusters_are_shown_and_labels_explained(open_page: OpenPage) -> None:
    app = own(
        open_page, "Saqué dinero del banco.\nUn banco de madera.\nEl banco cobra.\nMe senté en el banco."
    )
    drawn = chart(app)
    assert [trace["name"] for trace in drawn["data"]] == ["Silhouette of clusters"]
    assert "sentence | sense" in said(app)
    assert "clusters lie furthest apart after layer" in app.subheader[0].value
    assert "senses" not in in_menu(app.selectbox, "words_clusters_False").options


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("clusters", ["best", "5", "hdbscan"])
def test_few_sentences_say_something_useful(open_page: OpenPage, count: int, clusters: str) -> None:
    lines = ["Saqué dinero del banco.", "Un banco de madera.", "El banco cobra intereses."][:count]
    app = open_page("words", view="layers", word="banco", sentences="\n".join(lines), clusters=clusters)
    assert not app.exception
    if count == 1:
        assert "too few occurrences" in app.subheader[0].value


def test_senses_with_one_occurrence_each_ask_for_more(open_page: OpenPage) -> None:
    app = own(open_page, "Saqué dinero del banco. | money\nUn banco de madera. | seat")
    assert "write another sentence for each" in app.subheader[0].value
