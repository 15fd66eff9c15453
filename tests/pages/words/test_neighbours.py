"""The view of neighbours: cosines, nearest occurrences, and the words around a word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from page_reader import chart_numbers, in_menu
from streamlit.testing.v1 import AppTest

from bertviz_core.engine import BertEngine
from bertviz_core.ui.words.ready_sets import ready_sets

OpenPage = Callable[..., AppTest]


def heat(app: AppTest) -> Any:
    (chart,) = app.get("plotly_chart")
    return json.loads(chart.proto.spec)["data"][0]


def type_own(app: AppTest, word: str, lines: str) -> AppTest:
    in_menu(app.text_area, "words_lines").set_value(lines)
    app.text_input(key="words_word").set_value(word).run()
    assert not app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in [*app.markdown, *app.caption, *app.subheader])


def test_a_set_is_compared_and_the_nearest_are_listed(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("words", "en", view="neighbours", set="es-banco", order="given")
    sentences = [sentence for sentence, _ in ready_sets()["es-banco"].rows]
    vectors = mini.embed_word(sentences, "banco", inflected="es").vectors.astype(np.float64)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    np.testing.assert_allclose(chart_numbers(heat(app)["z"]), unit @ unit.T, atol=1e-4)
    nearest = int(np.argsort(-(unit @ unit[0]))[1])
    listed = next(markdown.value for markdown in app.markdown if markdown.value.startswith("1. "))
    assert f"{unit[0] @ unit[nearest]:.3f}" in listed.splitlines()[0]
    assert "bancos" in said(app)
    assert "of the same sense for" in app.subheader[0].value


def test_orders_and_centring_are_kept_in_the_address(open_page: OpenPage) -> None:
    app = open_page("words", "en", view="neighbours", set="es-banco")
    raw = chart_numbers(heat(app)["z"])
    app.toggle(key="neighbours_centred").set_value(True).run()
    assert chart_numbers(heat(app)["z"]).mean() < raw.mean() - 0.3
    in_menu(app.selectbox, "neighbours_order_True").set_value("cluster").run()
    assert not app.exception
    assert dict(app.query_params)["order"] == "cluster"
    again = open_page("words", "en", view="neighbours", set="es-banco", order="cluster", centred="1")
    np.testing.assert_allclose(chart_numbers(heat(again)["z"]), chart_numbers(heat(app)["z"]))


def test_few_occurrences_without_senses(open_page: OpenPage) -> None:
    app = open_page("words", "en", view="neighbours")
    for lines, title in (
        ("El banco.", "One occurrence only"),
        ("El banco.\nUn banco.", "Mean cosine"),
        ("El banco. | a\nUn banco. | b", "Every sense has one occurrence only"),
    ):
        type_own(app, "banco", lines)
        assert app.subheader[0].value.startswith(title)


def test_text_is_never_markup(open_page: OpenPage) -> None:
    app = type_own(
        open_page("words", "en", view="neighbours"),
        "banco",
        "<img src=x> banco $5$ | <i>a</i>\nEl *banco* :smile: | b\nMi banco | b",
    )
    assert r"\<img src\=x\>" in said(app)
    assert r"\<i\>a\<\/i\>" in said(app)
    (chart,) = app.get("plotly_chart")
    layout = json.loads(chart.proto.spec)["layout"]
    shown = str([layout["xaxis"]["ticktext"], layout["annotations"]])
    assert "&lt;img src=x&gt;" in shown and "&lt;i&gt;a&lt;/i&gt;" in shown
    assert "<img" not in shown and "<i>" not in shown


def test_the_title_follows_the_centring(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("words", "en", view="neighbours", set="es-banco", centred="1")
    rows = ready_sets()["es-banco"].rows
    found = mini.embed_word([sentence for sentence, _ in rows], "banco", inflected="es")
    senses = np.array([rows[sentence][1] for sentence in found.sentence_index])
    vectors = found.vectors.astype(np.float64) - found.vectors.astype(np.float64).mean(axis=0)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T - 2 * np.eye(len(unit))
    right = (senses[cosines.argmax(axis=1)] == senses).mean()
    same = cosines[(senses[:, np.newaxis] == senses) & ~np.eye(len(senses), dtype=bool)].mean()
    assert app.subheader[0].value.startswith(f"Cosine {same:.3f} within a sense")
    assert app.subheader[0].value.endswith(f"for {100 * right:.0f}%")


def test_what_fits_into_each_place_stands_behind_it(open_page: OpenPage, mini: BertEngine) -> None:
    app = open_page("words", "en", view="neighbours", set="es-banco", occurrence="4")
    sentence = ready_sets()["es-banco"].rows[4][0]
    start = sentence.index("banco")
    (words,) = mini.substitutes([(sentence, (start, start + 5))]).words
    own = next(markdown.value for markdown in app.markdown if markdown.value.startswith("**Nearest to**"))
    assert own.endswith(f":gray[⇄ {', '.join(words[:3])}]")


def test_of_many_occurrences_some_are_drawn_and_it_is_said(open_page: OpenPage) -> None:
    lines = "\n".join(f"El banco {number} está cerca." for number in range(230))
    app = type_own(open_page("words", "en", view="neighbours"), "banco", lines)
    assert chart_numbers(heat(app)["z"]).shape == (200, 200)
    assert "Drawn are 200 of 230 occurrences" in said(app)
    assert "Click a cell" not in said(app)


def test_a_model_without_the_head_shows_the_rest(
    open_page: OpenPage, settings: Callable[..., None], checkpoint: Callable[..., Path]
) -> None:
    folder = str(checkpoint("bert", "BertModel"))
    settings(allowed_models=json.dumps([folder]), default_model=folder)
    app = open_page("words", "en", view="neighbours")
    type_own(app, "banco", "El banco.\nUn banco.")
    assert "has no trained masked-word head" in said(app)
    assert len(chart_numbers(heat(app)["z"])) == 2
