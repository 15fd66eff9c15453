"""The map of a word without a browser: what it shows, keeps and says."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from page_reader import in_menu
from streamlit.testing.v1 import AppTest
from word_occurrences import occurrences_of

from bertviz_core.analysis.vectors.umap_process import UmapProcess
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.ui.words import map_choices
from bertviz_core.ui.words.map_selection import marked_points
from bertviz_core.ui.words.packed_text import pack
from bertviz_core.ui.words.ready_sets import ready_sets

PLAIN = "map_projection_umap_umap_senses_pca_tsne"
OpenMap = Callable[..., AppTest]
OWN = (
    "Saqué dinero del banco esta mañana. | dinero",
    "El banco me prestó el dinero. | dinero",
    "Me siento en el banco del parque. | asiento",
    "Descansamos en un banco del parque. | asiento",
    "El banco cerró la cuenta. | dinero",
)


@pytest.fixture
def open_map(open_page: Callable[..., AppTest]) -> OpenMap:
    """Open the view by an address."""
    return lambda **parameters: open_page("words", **parameters)


def own(*lines: str, word: str = "banco") -> dict[str, str]:
    return {"word": word, "sentences": pack("\n".join(lines))}


def figure(app: AppTest) -> dict[str, Any]:
    """Return the map; the static one stands beside it."""
    maps = [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]
    (found,) = [spec for spec in maps if "customdata" in spec["data"][0]]
    return found


def names(app: AppTest) -> list[str]:
    return [trace["name"] for trace in figure(app)["data"]]


def title(app: AppTest) -> str:
    return app.subheader[0].value


def test_a_ready_set_is_a_map_of_its_senses(open_map: OpenMap) -> None:
    app = open_map(set="en-bank")
    assert names(app) == list(ready_sets()["en-bank"].senses)
    assert "nearest neighbour of the same sense" in title(app)
    texts = [text for trace in figure(app)["data"] for text in trace["text"]]
    assert len(texts) == 28 and all("<b>bank" in text or "<b>Bank" in text for text in texts)
    assert not {"projection", "colour", "dims", "through"} & set(app.query_params)
    assert any("cosine 1.00" in caption.value for caption in app.caption)


@pytest.mark.parametrize("lines", [OWN[:1], OWN[:2], OWN[1:4], OWN])
@pytest.mark.parametrize("projection", ["umap", "pca", "tsne"])
@pytest.mark.parametrize("through", ["", "1"])
def test_few_sentences_are_a_map(
    open_map: OpenMap, lines: tuple[str, ...], projection: str, through: str
) -> None:
    chosen = {"projection": projection} | ({"through": through} if through else {})
    app = open_map(**own(*lines), **chosen)
    assert sum(len(trace["text"]) for trace in figure(app)["data"]) == len(lines)
    told = [info.value for info in app.info]
    assert any("few different vectors" in info for info in told) == (len(lines) < 4 and projection == "tsne")
    assert any("UMAP is switched off" in info for info in told) == (projection == "umap")


@pytest.mark.timeout(900)
def test_umap_draws_the_map_and_all_layers_together(open_map: OpenMap, drawing: UmapProcess) -> None:
    app = open_map(set="en-bank")
    assert in_menu(app.selectbox, PLAIN).value == "umap"
    assert not figure(app)["layout"]["xaxis"]["title"].get("text")  # components have names
    assert not [said for said in (*app.caption, *app.info, *app.warning) if "PCA" in said.value]
    app.text_input(key="map_placed_sentence").set_value("The bank raised its interest rates.").run()
    assert figure(app)["data"][-1]["name"] == "Your sentence"
    assert any("nearest of all by cosine" in said.value.lower() for said in app.markdown)
    in_menu(app.selectbox, PLAIN).set_value("umap_senses").run()
    assert any("UMAP was told the senses" in said.value for said in app.markdown)
    through = open_map(set="en-bank", through="1")
    assert len(figure(through)["frames"]) == 13
    assert any("All layers are drawn together" in said.value for said in through.markdown)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("through", [{}, {"through": "1"}])
def test_pca_draws_while_umap_gets_ready(
    open_map: OpenMap, drawing: UmapProcess, through: dict[str, str]
) -> None:
    drawing.end()
    app = open_map(set="es-sierra", **through)
    by_components = figure(app)
    assert bool(by_components["layout"]["xaxis"]["title"].get("text")) != bool(through)
    assert any("UMAP is getting ready" in caption.value for caption in app.caption)
    until = time.monotonic() + 600
    while drawing.state != "ready" and time.monotonic() < until:
        time.sleep(0.2)
    app.run()
    assert not figure(app)["layout"]["xaxis"]["title"].get("text")
    assert figure(app)["data"][0]["x"] != by_components["data"][0]["x"]
    assert any("All layers are drawn together" in said.value for said in app.markdown) == bool(through)
    assert not any("UMAP is getting ready" in caption.value for caption in app.caption)


def test_a_sentence_is_placed_in_the_map_of_components(open_map: OpenMap) -> None:
    app = open_map(set="en-bank", projection="pca")
    field = app.text_input(key="map_placed_sentence")
    field.set_value("We walked along the <b>bank</b> of the river.").run()
    placed = figure(app)["data"][-1]
    assert placed["name"] == "Your sentence" and "&lt;" in placed["text"][0]
    assert sum("customdata" in trace for trace in figure(app)["data"]) == 2
    field.set_value("Nothing of the kind.").run()
    assert any("does not stand in this" in warning.value for warning in app.warning)
    assert app.text_input(key="map_placed_sentence").value == "Nothing of the kind."
    assert len(figure(app)["data"]) == 2


def test_t_sne_offers_no_place(open_map: OpenMap) -> None:
    app = open_map(set="en-bank", projection="tsne")
    assert not [field for field in app.text_input if field.key == "map_placed_sentence"]


def test_without_senses_the_map_is_coloured_by_cluster(open_map: OpenMap) -> None:
    app = open_map(**own(*(line.partition(" |")[0] for line in OWN)))
    assert in_menu(app.selectbox, "map_colour_False").value == "cluster"
    assert "clusters found" in title(app)
    tables = [table.value for table in app.dataframe if "Occurrences" in table.value.columns]
    assert tables[0]["Occurrences"].sum() == 5
    assert "Senses in it" not in tables[0].columns


def test_clusters_say_which_senses_are_in_them(open_map: OpenMap) -> None:
    app = open_map(set="en-light", colour="cluster")
    (table,) = [table.value for table in app.dataframe if "Senses in it" in table.value.columns]
    assert table["Occurrences"].sum() == 28
    assert names(app) == [name if len(name) <= 26 else name[:25].rstrip() + "…" for name in table["Cluster"]]
    assert all(
        any(sense in told for sense in ready_sets()["en-light"].senses) for told in table["Senses in it"]
    )


def test_choices_stand_in_the_address_and_come_back(open_map: OpenMap) -> None:
    app = open_map(set="es-cura")
    in_menu(app.selectbox, "map_projection_pca_umap_umap_senses_tsne").set_value("tsne").run()
    in_menu(app.selectbox, "map_colour_True").set_value("sentence").run()
    app.toggle(key="map_through").set_value(True).run()
    assert not app.exception
    kept = {name: app.query_params[name] for name in ("projection", "colour", "through")}
    assert {name: value if isinstance(value, str) else value[0] for name, value in kept.items()} == {
        "projection": "tsne",
        "colour": "sentence",
        "through": "1",
    }
    again = open_map(set="es-cura", projection="tsne", colour="sentence", through="1", dims="3")
    assert in_menu(again.selectbox, "map_projection_pca_umap_tsne").value == "tsne"
    assert figure(again)["data"][0]["type"] == "scatter3d"
    assert len(figure(again)["frames"]) == 13


@pytest.mark.parametrize("wrong", ["x", "", "²", "<b>", "4"])
def test_an_address_that_says_nonsense_is_ignored(open_map: OpenMap, wrong: str) -> None:
    app = open_map(set="es-cura", projection=wrong, colour=wrong, dims=wrong, layers=wrong, clusters=wrong)
    assert figure(app)["data"][0]["type"] == "scatter"
    assert not app.exception


def test_all_layers_travel_at_once(open_map: OpenMap) -> None:
    app = open_map(set="es-cura", through="1")
    frames = figure(app)["frames"]
    assert [frame["name"] for frame in frames] == [str(layer) for layer in range(13)]
    assert "at the input" in title(app)


def test_markup_stays_text(open_map: OpenMap) -> None:
    app = open_map(**own("<img src=x> banco *a* | <b>x</b>", "$5 banco | y", "banco </script> | y"))
    texts = [text for trace in figure(app)["data"] for text in trace["text"]]
    assert not any("<img" in text or "<script" in text or "<b>x" in text for text in texts)
    assert names(app) == ["&lt;b&gt;x&lt;/b&gt;", "y"]


def test_marked_points_are_looked_at_again() -> None:
    given = [{"customdata": value} for value in (3, [2], 99, -1, "0", None, [], True, 4.5)] + ["x", {}]
    state = {"selection": {"points": given}}
    assert marked_points(state, 5) == [2, 3]
    assert marked_points({}, 5) == marked_points(SimpleNamespace(), 5) == []


def test_the_sentences_of_marked_points_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    word = occurrences_of("banco", ["un *banco* rojo", "el banco"])
    from bertviz_core.ui.words import map_selection

    groups = PointGroups(title="Sense", names=("a", "b"), labels=word.sentence_index, without="")
    told: list[str] = []
    monkeypatch.setattr(map_selection.st, "markdown", told.append)
    map_selection.list_sentences(word, groups, [0, 1])
    assert told[1].splitlines() == ["- un \\***banco**\\* rojo — *a*", "- el **banco** — *b*"]


def test_umap_and_t_sne_of_every_layer_are_offered_for_few_points_only(
    open_map: OpenMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_choices, "MOST_MOVED", 27)
    app = open_map(set="es-banco", projection="tsne")
    assert in_menu(app.selectbox, "map_projection_pca_umap_umap_senses_tsne").value == "tsne"
    app.toggle(key="map_through").set_value(True).run()
    assert not app.exception
    assert in_menu(app.selectbox, "map_projection_pca").options == ["PCA"]


def test_copies_are_one_spot_and_no_evidence(open_map: OpenMap) -> None:
    apart = title(open_map(**own(*OWN), map="pca", lang="en"))
    app = open_map(**own(*OWN, *[OWN[0]] * 30), map="pca", lang="en")
    assert title(app) == apart
    (numbers,) = [trace for trace in figure(app)["data"] if trace["mode"] == "text"]
    assert numbers["text"] == ["×31"]
    told = "\n".join(caption.value for caption in app.caption)
    assert "30 are copies" in told and "rest on 5 different sentences" in told
