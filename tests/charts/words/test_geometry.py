"""The lines of mean cosines over the layers."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.geometry import MOST_NAMED, GeometryWords, geometry_lines, layer_axis
from bertviz_core.results import Likeness

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#88aacc", "#003366"))
NAMES: dict[Likeness, str] = {
    "self_similarity": "Dos <b>veces</b>",
    "same_sense": "Misma",
    "different_senses": "Distintas",
    "in_sentence": "Frase",
    "anisotropy": "Azar",
}
WORDS = GeometryWords(layer="Capa", input="Entrada", measure="Coseno", lines=NAMES)


def test_a_line_for_each_measure_over_all_states() -> None:
    lines: dict[Likeness, np.ndarray] = {
        "self_similarity": np.array([0.9, 0.8, 0.7]),
        "anisotropy": np.array([0.1, 0.2, np.nan]),
    }
    figure = geometry_lines(lines, STYLE, WORDS)
    own, random = figure.data
    assert (own.name, random.name) == ("Dos &lt;b&gt;veces&lt;/b&gt;", "Azar")
    assert list(own.x) == [0, 1, 2]
    np.testing.assert_array_equal(own.y, lines["self_similarity"])
    assert "<b>" not in own.hovertemplate
    assert random.line.color == STYLE.ink
    assert figure.layout.xaxis.ticktext == ("0<br>Entrada", "1", "2")
    assert figure.layout.yaxis.title.text == "Coseno"


def test_lines_are_told_apart_without_colour() -> None:
    figure = geometry_lines({name: np.zeros(3) for name in NAMES}, STYLE, WORDS)
    assert len({trace.marker.symbol for trace in figure.data}) == len(NAMES)
    assert len({trace.line.color for trace in figure.data}) == len(NAMES)


def test_many_layers_are_not_all_named() -> None:
    assert layer_axis(12, "Capa", "Entrada")["tickvals"] == list(range(13))
    few = layer_axis(24, "Capa", "Entrada")
    assert few["tickvals"] == list(range(0, 25, 2))
    assert len(layer_axis(48, "Capa", "Entrada")["ticktext"]) <= MOST_NAMED + 1
    assert layer_axis(1, "<i>", "Entrada")["title"] == {"text": "&lt;i&gt;", "standoff": 4}
