"""The chart of which layer tells the senses apart."""

from __future__ import annotations

import numpy as np

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.layers import LayerScoreWords, layer_score_lines
from bertviz_core.results import LayerScores

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"))
VECTORS = ("static", 0, 1, 2, "last", "weighted_sum")


def scores(*, weights: int = 3) -> LayerScores:
    values = np.array(
        [
            [0.5, 0.5, 0.7, 0.9, 0.8, 0.85],
            [0.4, 0.5, 0.95, 0.9, 0.8, 0.85],
            [0.0, -0.1, 0.3, 0.2, 0.2, 0.25],
            [0.0, 0.0, 0.1, 0.8, np.nan, 0.4],
        ]
    )
    return LayerScores(
        model="none",
        word="<b>sol</b>",
        senses=("<i>a</i>", "b"),
        counts=(3, 7),
        occurrences=12,
        measured=10,
        left_out=2,
        vectors=VECTORS,
        measures=("neighbour", "centroid", "silhouette", "clusters"),
        values=values,
        weights=np.full(weights, 1 / max(weights, 1)),
        folds=3,
    )


WORDS = LayerScoreWords(
    vectors=("static", "<b>input</b>", "1", "2", "last", "learned sum"),
    measures=("right", "F1", "silhouette", "clusters"),
    majority="always <i>a</i>",
    weights="weights",
)


def test_lines_run_through_the_layers_only() -> None:
    figure = layer_score_lines(scores(), STYLE, WORDS)
    right, *_ = figure.data
    drawn = list(zip(right.x, right.y, strict=True))
    runs, run = [], []
    for x, y in [*drawn, (None, None)]:
        if x is None:
            runs.append(run)
            run = []
        else:
            run.append(y)
    assert runs == [[0.5], [0.5, 0.7, 0.9], [0.8], [0.85]]
    assert [trace.name for trace in figure.data[:4]] == list(WORDS.measures)


def test_the_best_layer_of_each_measure_stands_out() -> None:
    figure = layer_score_lines(scores(), STYLE, WORDS)
    for trace, best in zip(figure.data[:4], (0.9, 0.95, 0.3, 0.8), strict=True):
        sizes = [size for size in trace.marker.size if size]
        assert trace.y[list(trace.marker.size).index(max(sizes))] == best
        assert sizes.count(max(sizes)) == 1


def test_the_dotted_line_is_the_most_frequent_sense() -> None:
    trace = layer_score_lines(scores(), STYLE, WORDS).data[4]
    assert list(trace.y) == [0.7, 0.7]
    assert trace.line.dash == "dot"
    assert trace.name == "always &lt;i&gt;a&lt;/i&gt;"


def test_the_bars_stand_under_their_layers() -> None:
    figure = layer_score_lines(scores(), STYLE, WORDS)
    bars = figure.data[5]
    places = dict(zip(WORDS.vectors, figure.layout.xaxis.tickvals, strict=True))
    assert list(bars.x) == [places["<b>input</b>"], places["1"], places["2"]]
    assert sum(bars.y) == 1
    assert figure.layout.yaxis.domain[0] > figure.layout.yaxis2.domain[1]
    without = layer_score_lines(scores(weights=0), STYLE, WORDS)
    assert not [trace for trace in without.data if trace.type == "bar"]
    assert tuple(without.layout.yaxis.domain) == (0, 1)


def test_names_are_text_and_what_is_undefined_is_not_drawn() -> None:
    figure = layer_score_lines(scores(), STYLE, WORDS)
    assert figure.layout.xaxis.ticktext[1] == "&lt;b&gt;input&lt;/b&gt;"
    assert "<b>" not in figure.to_json() and "<i>" not in figure.to_json()
    assert "NaN" not in figure.to_json()


def test_of_many_layers_some_are_named() -> None:
    vectors = ("static", *range(25), "last")
    many = LayerScores(
        model="none",
        word="sol",
        senses=(),
        counts=(),
        occurrences=3,
        measured=3,
        left_out=0,
        vectors=vectors,
        measures=("silhouette",),
        values=np.linspace(0, 1, 27)[None],
        weights=np.zeros(0),
        folds=0,
    )
    words = LayerScoreWords(vectors=tuple(map(str, vectors)), measures=("s",), majority="", weights="w")
    figure = layer_score_lines(many, STYLE, words)
    named = [name for name in figure.layout.xaxis.ticktext if name]
    assert named == ["static", *map(str, range(0, 25, 2)), "last"]
    assert len(figure.data) == 1
