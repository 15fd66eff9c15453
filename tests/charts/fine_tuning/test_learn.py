"""The pictures of runs: every number where it belongs, labels as text, long runs thinned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from learning_runs import HOSTILE, some_points

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.learn_confusion import ConfusionWords, learning_confusion
from bertviz_core.charts.fine_tuning.learn_curves import CurveWords, learning_curves
from bertviz_core.charts.fine_tuning.long_curves import MOST_POINTS, smoothed
from bertviz_core.charts.fine_tuning.results_methods import MethodBar, learning_methods
from bertviz_core.charts.fine_tuning.runs_compare import RunCurve, RunCurveWords, run_curves
from bertviz_core.results import Interval
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=SPANISH)
WORDS = CurveWords(
    step="Step",
    epoch="epoch",
    loss="Loss",
    smoothed="Smoothed",
    validation_loss="Validation loss",
    score="<i>Score",
    learning_rate="Rate",
    best="best",
    nothing_yet="nothing yet",
)


def traces(figure) -> dict[str, object]:
    return {trace.name: trace for trace in figure.data}


def slow_mean(losses: list[float]) -> list[float]:
    """Weigh every earlier loss by how long ago it was, written out."""
    span = max(1.0, 0.1 * len(losses))
    means = []
    for place in range(len(losses)):
        weights = [(1 - 1 / span) ** (place - earlier) for earlier in range(place + 1)]
        means.append(sum(w * x for w, x in zip(weights, losses, strict=False)) / sum(weights))
    return means


def test_each_curve_holds_its_numbers() -> None:
    points = some_points(40, every=10)
    drawn = traces(learning_curves(points, STYLE, WORDS, steps=80, best_step=20))
    losses = [point.loss for point in points]
    assert drawn["Loss"].x.tolist() == list(range(1, 41))
    np.testing.assert_allclose(drawn["Loss"].y, losses)
    np.testing.assert_allclose(drawn["Smoothed"].y, slow_mean(losses))
    np.testing.assert_allclose(drawn["Rate"].y, [point.learning_rate for point in points])
    for name, field in (("Validation loss", "loss"), ("&lt;i&gt;Score", "score")):
        assert drawn[name].x.tolist() == [10, 20, 30, 40]
        expected = [getattr(point.validation, field) for point in points if point.validation]
        np.testing.assert_allclose(drawn[name].y, expected)


def test_the_axis_is_as_long_as_the_run_and_the_best_step_is_marked() -> None:
    figure = learning_curves(some_points(40), STYLE, WORDS, steps=80, best_step=20)
    assert figure.layout.xaxis.range == (0, 80)
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (20, 20)
    assert "best" in [note.text for note in figure.layout.annotations]
    unmarked = learning_curves(some_points(40), STYLE, WORDS, steps=80, best_step=25)
    assert not unmarked.layout.shapes  # nothing was measured there


def test_before_the_first_step_it_says_so() -> None:
    figure = learning_curves((), STYLE, WORDS)
    assert "nothing yet" in [note.text for note in figure.layout.annotations]


def test_a_long_run_is_drawn_by_means_of_neighbours() -> None:
    points = some_points(5 * MOST_POINTS + 3, every=1000)
    loss = traces(learning_curves(points, STYLE, WORDS))["Loss"]
    assert MOST_POINTS * 0.5 < len(loss.x) <= MOST_POINTS
    np.testing.assert_allclose(loss.y[0], np.mean([point.loss for point in points[:6]]))
    np.testing.assert_allclose(loss.x[-1], np.mean([p.step for p in points[6 * (len(loss.x) - 1) :]]))


def test_a_loss_that_is_no_number_is_left_out() -> None:
    points = list(some_points(5, every=10))
    points[2] = replace(points[2], loss=float("nan"))
    drawn = traces(learning_curves(points, STYLE, WORDS))
    assert drawn["Loss"].x.tolist() == [1, 2, 4, 5]
    assert np.isfinite(drawn["Smoothed"].y).all()


def test_smoothing_keeps_a_constant_as_it_is() -> None:
    np.testing.assert_allclose(smoothed(np.full(50, 0.3)), 0.3)


@pytest.mark.parametrize("classes", [2, 9, 10, 20])
def test_confusion_has_a_row_and_a_column_for_every_class(classes: int) -> None:
    confusion = np.random.default_rng(classes).integers(0, 30, (classes, classes))
    confusion[1] = 0  # a class without examples
    labels = tuple("same" for _ in range(classes))
    figure = learning_confusion(
        confusion, labels, STYLE, ConfusionWords(right="Right", said="Said", examples="Examples")
    )
    cells = figure.data[0]
    for right in range(classes):
        total = sum(confusion[right])
        for said in range(classes):
            assert cells.z[right][said] == pytest.approx(confusion[right, said] / total if total else 0)
    assert list(figure.layout.xaxis.tickvals) == list(range(classes))
    numbers = [list(trace.text) for trace in figure.data[1:]]
    assert numbers == ([[str(n) for n in confusion.ravel()]] if classes <= 9 else [])


def test_labels_are_text_in_confusion_and_bars() -> None:
    confusion = learning_confusion(
        np.eye(2, dtype=np.int64), HOSTILE, STYLE, ConfusionWords(right="<r>", said="<s>", examples="<e>")
    )
    bar = MethodBar(name=HOSTILE[0], score=Interval(value=0.5, low=0.4, high=0.6))
    for figure in (confusion, learning_methods([bar], STYLE, measure="<m>")):
        assert "&lt;b&gt;ham" in figure.layout.yaxis.ticktext[0]
        written = figure.to_json()
        assert not any(tag in written for tag in ("<b>ham", "<r>", "<s>", "<e>:", "<m>"))


def test_bars_show_score_and_interval() -> None:
    bars = [
        MethodBar(name="a", score=Interval(value=0.5, low=0.4, high=0.7)),
        MethodBar(name="b", score=Interval(value=0.9, low=0.85, high=0.95), marked=True),
    ]
    drawn, numbers = learning_methods(bars, STYLE, measure="Accuracy").data
    np.testing.assert_allclose(drawn.x, [0.5, 0.9])
    np.testing.assert_allclose(drawn.error_x.array, [0.2, 0.05])
    np.testing.assert_allclose(drawn.error_x.arrayminus, [0.1, 0.05])
    assert [text.strip() for text in numbers.text] == ["50\u00a0%", "90\u00a0%"]
    assert drawn.marker.color[0] != drawn.marker.color[1]


@pytest.mark.parametrize("along", ["epochs", "steps"])
def test_every_run_has_its_colour_on_both_axes(along: str) -> None:
    runs = [
        RunCurve(name="<b>uno", points=some_points(20, every=5)),
        RunCurve(name="dos", points=some_points(40)),
        RunCurve(name="dos", points=()),
    ]
    words = RunCurveWords(along="Along", score="Score", validation_loss="Validation", loss="Loss")
    figure = run_curves(runs, STYLE, words, along=along)  # type: ignore[arg-type]
    first = [trace for trace in figure.data if trace.legendgroup == "0"]
    score, validation, loss = first
    expected = [p.epoch if along == "epochs" else p.step for p in runs[0].points if p.validation]
    np.testing.assert_allclose(score.x, expected)
    np.testing.assert_allclose(score.y, [p.validation.score for p in runs[0].points if p.validation])
    np.testing.assert_allclose(validation.y, [p.validation.loss for p in runs[0].points if p.validation])
    np.testing.assert_allclose(loss.y, slow_mean([p.loss for p in runs[0].points]))
    assert len({trace.line.color for trace in first}) == 1
    assert len({trace.line.color for trace in figure.data}) == 3
    assert [trace.name for trace in figure.data if trace.showlegend is not False] == [
        "&lt;b&gt;uno",
        "dos",
        "dos",
    ]
