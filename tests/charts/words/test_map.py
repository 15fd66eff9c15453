"""Every occurrence stands at its point, is told apart by colour and shape, and moves through the layers."""

from __future__ import annotations

import re

import numpy as np
import pytest
from word_occurrences import occurrences_of

from bertviz_core.analysis.vectors.projection import project_layers
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.hover_sentence import marked_sentence
from bertviz_core.charts.point_groups import MOST_GROUPS, PointGroups
from bertviz_core.charts.words.map import FAST, word_map
from bertviz_core.charts.words.map_layers import LayerWords, word_map_layers
from bertviz_core.charts.words.map_static import static_map
from bertviz_core.results import Projection, StaticForms

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#85bcdc", "#0000ff"))
DARK = ChartStyle(ink="#ffffff", background="#111111", sequential=("#ffffff", "#85bcdc", "#0000ff"))
WORDS = LayerWords(layer="Layer", input="<i>Input</i>", play="Play", stop="Stop")


def groups_of(labels: list[int], *names: str) -> PointGroups:
    return PointGroups(title="Sense", names=names, labels=np.array(labels), without="none")


def points_of(n: int, dimensions: int = 2) -> Projection:
    points = np.random.default_rng(n).normal(size=(n, dimensions)).astype(np.float32)
    return Projection(points=points, method="umap", neighbours=3)


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("n", [1, 2, 5, FAST + 1])
def test_each_occurrence_stands_at_its_point(n: int, dimensions: int) -> None:
    word = occurrences_of("bank", [f"The bank {place}" for place in range(n)])
    projection = points_of(n, dimensions)
    figure = word_map(word, projection, groups_of([i % 2 for i in range(n)], "a", "b"), STYLE, axis="PC")
    drawn = np.full((n, dimensions), np.nan)
    for trace in figure.data:
        for place, axis in zip(range(dimensions), "xyz", strict=False):
            drawn[trace.customdata, place] = trace[axis]
        assert {int(place) % 2 for place in trace.customdata} == {"ab".index(trace.name)}
        for place, text in zip(trace.customdata, trace.text, strict=True):
            assert text == f"The <b>bank</b> {place}<br><i>Sense: {'ab'[place % 2]}</i>"
    assert drawn == pytest.approx(projection.points)
    kind = {2: "scattergl" if n > FAST else "scatter", 3: "scatter3d"}[dimensions]
    assert {trace.type for trace in figure.data} == {kind}


def test_groups_differ_by_colour_and_shape_and_nobody_is_left_out() -> None:
    n = MOST_GROUPS + 1
    word = occurrences_of("w", ["w"] * n)
    names = [f"g{place}" for place in range(MOST_GROUPS)]
    for style in (STYLE, DARK):
        groups = groups_of([*range(MOST_GROUPS), -1], *names)
        figure = word_map(word, points_of(n), groups, style, axis="PC")
        assert len(figure.data) == n
        looks = {(trace.marker.color, trace.marker.symbol) for trace in figure.data}
        assert len(looks) == n
        first = figure.data[:6]
        assert (
            len({trace.marker.color for trace in first}) == len({trace.marker.symbol for trace in first}) == 6
        )
        assert (figure.data[-1].name, figure.data[-1].text[0]) == ("none", "<b>w</b><br><i>Sense: none</i>")


def test_more_groups_than_can_be_told_apart_are_coloured_by_their_order() -> None:
    n = MOST_GROUPS + 20
    word = occurrences_of("w", [f"w {place}" for place in range(n)])
    groups = groups_of(list(range(n)), *(f"g{place}" for place in range(n)))
    (trace,) = word_map(word, points_of(n), groups, STYLE, axis="PC").data
    assert list(trace.marker.color) == list(range(n)) == list(trace.customdata)
    assert trace.text[7].endswith("Sense: g7</i>")


def test_axes_say_their_share_where_they_mean_something() -> None:
    word = occurrences_of("w", ["w"] * 4)
    for dimensions in (2, 3):
        shares = (0.5, 0.25, 0.125)[:dimensions]
        projection = Projection(points=points_of(4, dimensions).points, method="pca", variance=shares)
        layout = word_map(word, projection, groups_of([0] * 4, "a"), STYLE, axis="PC").layout
        axes = layout.scene if dimensions == 3 else layout
        assert (axes.xaxis.title.text, axes.yaxis.title.text) == ("PC 1 (50%)", "PC 2 (25%)")


HOSTILE = '<img src=x onerror=alert(1)> & <b>fett</b> "word" </script>'


def test_markup_of_visitors_is_text() -> None:
    word = occurrences_of("word", [HOSTILE])
    groups = groups_of([0], "<script>alert(1)</script>")
    figure = word_map(word, points_of(1), groups, STYLE, axis="PC")
    (trace,) = figure.data
    assert set(re.findall(r"<[^>]*>", trace.text[0])) == {"<b>", "</b>", "<br>", "<i>", "</i>"}
    assert '"<b>word</b>"' in trace.text[0]
    assert "&lt;img src=x" in trace.text[0]
    assert "<" not in trace.name
    page = figure.to_html(include_plotlyjs=False)
    assert "<img" not in page and "alert(1)</script>" not in page


@pytest.mark.parametrize("place", [0, 40, 79])
def test_a_long_sentence_is_shown_around_its_word_in_short_lines(place: int) -> None:
    words = ["lorem"] * 80
    words[place] = "bank"
    sentence = " ".join(words)
    start = sentence.index("bank")
    shown = marked_sentence(sentence, start, start + 4)
    assert "<b>bank</b>" in shown
    lines = re.sub("</?b>", "", shown).split("<br>")
    assert len(lines) == 5 and max(map(len, lines)) <= 62
    assert shown.startswith("…") == (place > 0) and shown.endswith("…") == (place < 79)


@pytest.mark.parametrize(
    ("sentence", "start", "end", "shown"),
    [
        ("bank", 0, 4, "<b>bank</b>"),
        ("¿bank?", 1, 5, "¿<b>bank</b>?"),
        ("\ue000bank\ue001", 1, 5, "<b>bank</b>"),
        ("a < bank > b", 4, 8, "a &lt; <b>bank</b> &gt; b"),
        ("x" * 150, 0, 150, None),
    ],
)
def test_the_word_is_marked(sentence: str, start: int, end: int, shown: str | None) -> None:
    marked = marked_sentence(sentence, start, end)
    assert shown is None or marked.strip() == shown
    assert (marked.count("<b>"), marked.count("</b>")) == (1, 1)


@pytest.mark.parametrize("dimensions", [2, 3])
def test_each_frame_holds_the_points_of_its_layer(dimensions: int) -> None:
    word = occurrences_of("w", [f"w {place}" for place in range(9)], layers=4)
    layers = project_layers(word.states, "pca", dimensions=dimensions)
    figure = word_map_layers(
        word, layers, groups_of([0, 1, 1, 0, -1, 0, 1, 1, 0], "a", "b"), STYLE, words=WORDS
    )
    assert [frame.name for frame in figure.frames] == ["0", "1", "2", "3", "4"]
    steps = figure.layout.sliders[0].steps
    assert [step.args[0] for step in steps] == [(frame.name,) for frame in figure.frames]
    assert [step.label for step in steps] == ["&lt;i&gt;Input&lt;/i&gt;", "1", "2", "3", "4"]
    for points, frame in zip(layers.points, figure.frames, strict=True):
        assert list(frame.traces) == list(range(len(figure.data)))
        for trace, moved in zip(figure.data, frame.data, strict=True):
            for place, axis in zip(range(dimensions), "xyz", strict=False):
                assert moved[axis] == pytest.approx(points[trace.customdata, place])
    layout = figure.layout if dimensions == 2 else figure.layout.scene
    for place, axis in zip(range(dimensions), "xyz", strict=False):
        low, high = layout[f"{axis}axis"].range
        assert low < layers.points[..., place].min() and layers.points[..., place].max() < high


def test_points_that_are_all_the_same_have_a_picture() -> None:
    word = occurrences_of("w", ["w"] * 3)
    layers = project_layers(np.zeros((3, 3, 5), np.float32), "tsne")
    figure = word_map_layers(word, layers, groups_of([0, 0, 0], "a"), STYLE, words=WORDS)
    low, high = figure.layout.xaxis.range
    assert low < 0 < high


def test_static_forms_are_one_point_each() -> None:
    static = StaticForms(
        forms=("<b>", "Bank"), counts=(4000, 1), points=np.array([[1, 0], [-1, 0]], np.float32), cosine=1.0
    )
    (trace,) = static_map(static, STYLE).data
    assert list(trace.text) == ["&lt;b&gt; ×4,000", "Bank ×1"]
    assert list(trace.x) == [1, -1]


@pytest.mark.parametrize("dimensions", [2, 3])
def test_occurrences_in_equal_sentences_are_one_spot_with_their_number(dimensions: int) -> None:
    word = occurrences_of("bank", [*["The bank"] * 5, "A bank", *["My bank"] * 2, "The bank"])
    groups = groups_of([0] * 8 + [1], "a", "b")
    figure = word_map(word, points_of(9, dimensions), groups, STYLE, axis="PC")
    *drawn, numbers = figure.data
    assert [trace.customdata.tolist() for trace in drawn] == [[0, 5, 6], [8]]
    assert drawn[0].text[0].startswith("The <b>bank</b> (×5)") and "×" not in drawn[0].text[1]
    assert (numbers.mode, list(numbers.text), numbers.customdata.tolist()) == ("text", ["×5", "×2"], [0, 6])
    assert figure.layout.showlegend
    layers = project_layers(word.states, "pca", dimensions=dimensions)
    moving = word_map_layers(word, layers, groups, STYLE, words=WORDS)
    for frame, points in zip(moving.frames, layers.points, strict=True):
        for trace, moved in zip(moving.data, frame.data, strict=True):
            np.testing.assert_array_equal(moved.x, points[trace.customdata, 0])
