"""The pictures of what fine-tuning changed show its numbers, and text as it was written."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.fine_tuning.before_after_attention import (
    ChangeWords,
    attention_before_after,
    attention_difference,
    head_change_map,
)
from bertviz_core.charts.fine_tuning.before_after_map import StateWords, silhouette_lines, state_maps
from bertviz_core.charts.fine_tuning.before_after_weights import (
    WeightWords,
    weight_change_lines,
    weight_change_map,
)
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.results import (
    WEIGHT_PARTS,
    AttentionChange,
    LabelledPlace,
    StateChange,
    WeightChange,
)

STYLE = ChartStyle(ink="#17212b", background="#ffffff", sequential=("#ffffff", "#8888ff", "#0000ff"))
WORDS = ChangeWords(
    layer="Layer",
    head="Head",
    bits="bits",
    before="Pretrained",
    after="Fine-tuned",
    difference="Difference",
    attends="→",
)
STATES = StateWords(before="Before", after="After", layer="Layer", silhouette="Silhouette")


def test_each_head_has_a_cell_and_a_point_that_can_be_clicked() -> None:
    divergence = np.arange(6).reshape(2, 3) / 10
    change = AttentionChange(before="a", after="b", texts=1, divergence=divergence)
    figure = head_change_map(change, (1, 0), STYLE, WORDS)
    cells, points = figure.data
    np.testing.assert_array_equal(cells.z, divergence)
    places = list(zip(points.y.tolist(), points.x.tolist(), points.customdata, strict=True))
    assert places[3] == (2, 1, "0.3000") and len(places) == 6  # numbered as the click numbers them
    (frame,) = figure.layout.shapes
    assert (frame.y0, frame.y1, frame.x0, frame.x1) == (1.5, 2.5, 0.5, 1.5)


def test_tiny_divergences_are_written_as_powers_of_ten() -> None:
    change = AttentionChange(before="a", after="b", texts=1, divergence=np.array([[1e-4, 0.0]]))
    cells, points = head_change_map(change, (0, 0), STYLE, WORDS).data
    assert cells.colorbar.exponentformat == "power" and list(points.customdata) == ["1·10⁻⁴", "0"]


def test_both_maps_have_one_scale_and_the_difference_one_around_nothing(tiny) -> None:
    encoding = tiny("bert").encode("banco banco <b>")
    n = len(encoding)
    before, after = np.full((n, n), 1 / n, np.float32), np.eye(n, dtype=np.float32)
    one, other = attention_before_after(encoding, (before, after), STYLE, WORDS).data
    assert (one.zmin, one.zmax) == (other.zmin, other.zmax) == (0, 1)
    np.testing.assert_allclose(one.z, np.sqrt(before))
    assert list(one.x) == list(map(str, range(n)))
    assert "<b>" not in str(one.customdata) and other.customdata[1][2][0].startswith("banco 1 → banco 2")
    (map_,) = attention_difference(encoding, (before, after), STYLE, WORDS).data
    assert map_.zmin == -map_.zmax == pytest.approx(1 / n - 1)
    assert map_.z[0][0] > 0 > map_.z[0][1]


def states(silhouette: np.ndarray) -> StateChange:
    places = (
        LabelledPlace(text="<b>one</b>", label="<i>x"),
        LabelledPlace(text="two three", label="y", word=(4, 9)),
        LabelledPlace(text="first", pair="second", label="y"),
    )
    return StateChange(
        before="a",
        after="b",
        places=places,
        vectors=np.zeros((2, 3, 3, 4), np.float16),
        cosine=np.array([1, 0.9, 0.5]),
        silhouette=silhouette,
    )


def test_points_are_coloured_by_class_in_both_maps() -> None:
    change = states(np.zeros((2, 3)))
    groups = PointGroups(title="Class", names=("<i>x", "y"), labels=np.array([0, 1, 1]), without="–")
    points = np.arange(6, dtype=np.float32).reshape(3, 2), -np.arange(6, dtype=np.float32).reshape(3, 2)
    figure = state_maps(change, points, groups, STYLE, STATES)
    assert [(t.xaxis, t.name, list(t.x)) for t in figure.data] == [
        ("x", "&lt;i&gt;x", [0]),
        ("x", "y", [2, 4]),
        ("x2", "&lt;i&gt;x", [0]),
        ("x2", "y", [-2, -4]),
    ]
    assert figure.data[0].marker.color == figure.data[2].marker.color != figure.data[1].marker.color
    assert figure.data[0].text[0].startswith("&lt;b&gt;one&lt;/b&gt;<br>")
    assert "two <b>three</b>" in figure.data[1].text[0]
    assert "first" in figure.data[1].text[1] and "second" in figure.data[1].text[1]


def test_silhouettes_are_drawn_layer_by_layer() -> None:
    values = np.array([[0, 0.1, 0.2], [0, 0.3, 0.9]])
    before, after = silhouette_lines(states(values), 2, STYLE, STATES).data
    assert list(before.x) == [0, 1, 2]
    np.testing.assert_array_equal([before.y, after.y], values)


@pytest.mark.parametrize(("rows", "most", "last"), [(3, 0.02, "2"), (1, 0.02, "2"), (3, 1.84, "184")])
def test_weights_are_drawn_in_percent_beside_vectors(rows: int, most: float, last: str) -> None:
    parts = np.linspace(0, most, rows * len(WEIGHT_PARTS)).reshape(rows, -1)
    change = WeightChange(
        before="a",
        after="b",
        layers=3,
        parts=parts,
        whole=parts.mean(axis=1),
        outside={"words": 0.005, "pooler": 0.01},
    )
    words = WeightWords(
        parts={part: part for part in WEIGHT_PARTS},
        whole="Whole",
        states="Vectors",
        change="Change",
        layer="Layer",
        embeddings="Embeddings",
        shared="All layers",
    )
    figure = weight_change_map(change, STYLE, words)
    (cells,) = figure.data
    whole, vectors = weight_change_lines(change, np.array([1, 0.9, 0.8, 0.5]), STYLE, words).data
    np.testing.assert_allclose(cells.z, 100 * parts)
    assert cells.text[0][0] == "0" and cells.text[-1][-1] == last
    np.testing.assert_allclose(whole.x, [0.5, *(100 * change.whole)])
    np.testing.assert_allclose(vectors.x, [0, 0.1, 0.2, 0.5])
    rows_named = ["Embeddings", "1", "2", "3"] if rows == 3 else ["Embeddings", "All layers"]
    assert list(figure.layout.yaxis.ticktext) == rows_named
    assert max(vectors.y) == rows
    alone = weight_change_lines(change, None, STYLE, words)
    (only,) = alone.data
    np.testing.assert_allclose(only.x, whole.x)
    assert [heading.text for heading in alone.layout.annotations] == ["Whole"]
