"""The map of cosines and the points show every sentence at its place, as text."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.analysis.words.sentences import compare_sentences
from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.words.sentences import FEW, sentence_cosine_map, sentence_points
from bertviz_core.results import SentenceEmbeddings, SentenceVectors

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#85bcdc", "#0000ff"))


def compared(n: int, *, centred: bool = False) -> SentenceVectors:
    vectors = np.random.default_rng(n).normal(size=(n, 6)).astype(np.float32) + 1
    embeddings = SentenceEmbeddings(
        model="m",
        pooling="mean",
        layers="last",
        sentences=tuple(f"<b>Sentence</b> {row} & a long end of it that is cut" for row in range(n)),
        vectors=vectors,
        cut=(),
    )
    return compare_sentences(embeddings, centred=centred)


@pytest.mark.parametrize("shown", [None, (2, 0, 3, 1)])
@pytest.mark.parametrize("centred", [False, True])
def test_every_pair_stands_at_its_place(shown: tuple[int, ...] | None, centred: bool) -> None:
    answer = compared(4, centred=centred)
    figure = sentence_cosine_map(answer, STYLE, heading="Cosine", shown=shown)
    (cells,) = figure.data
    order = shown or (0, 1, 2, 3)
    for row, column in np.ndindex(4, 4):
        assert cells.z[row][column] == answer.cosine[order[row], order[column]]
        one, other = cells.customdata[row][column]
        assert one.startswith(f"{order[row] + 1} ") and other.startswith(f"{order[column] + 1} ")
    assert cells.zmin <= answer.cosine.min() and cells.zmax == 1
    assert (cells.zmin == -1) or not centred
    assert list(figure.layout.xaxis.ticktext) == [str(sentence + 1) for sentence in order]
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the first one on top


def test_numbers_stand_in_the_cells_of_few_sentences_only() -> None:
    few, many = (sentence_cosine_map(compared(n), STYLE, heading="x") for n in (FEW, 120))
    assert few.data[0].texttemplate and not many.data[0].texttemplate
    assert len(many.layout.yaxis.ticktext) <= 25
    assert many.layout.yaxis.ticktext[1] == str(many.layout.yaxis.tickvals[1] + 1)


def test_equal_sentences_leave_a_scale_to_draw() -> None:
    answer = compared(3)
    answer.cosine[:] = 1
    cells = sentence_cosine_map(answer, STYLE, heading="x").data[0]
    assert cells.zmin < cells.zmax


@pytest.mark.parametrize("n", [2, 3, FEW, 60])
def test_points_lie_inside_the_picture_and_are_named(n: int) -> None:
    answer = compared(n)
    figure = sentence_points(answer, STYLE, axes=("one", "two"))
    (points,) = figure.data
    np.testing.assert_array_equal(np.column_stack([points.x, points.y]), answer.points)
    for axis, values in ((figure.layout.xaxis, points.x), (figure.layout.yaxis, points.y)):
        assert axis.range[0] < values.min() and values.max() < axis.range[1]
    assert [text.split()[0] for text in points.text] == [str(row + 1) for row in range(n)]


def test_names_of_points_that_lie_close_do_not_cover_each_other() -> None:
    answer = compared(4)
    answer.points[:] = [[0, 0], [0.01, 0.01], [5, 5], [1, 9]]
    places = sentence_points(answer, STYLE, axes=("x", "y")).data[0].textposition
    assert places[:2] == ("bottom right", "top right")
    assert places[2:] == ("middle left", "middle right")


def test_markup_in_a_sentence_is_text() -> None:
    answer = compared(3)
    cells = sentence_cosine_map(answer, STYLE, heading="<i>").data[0]
    figure = sentence_cosine_map(answer, STYLE, heading="<i>")
    points = sentence_points(answer, STYLE, axes=("<i>", "y"))
    shown = [
        *figure.layout.yaxis.ticktext,
        *(name for row in cells.customdata for cell in row for name in cell),
        *(note.text for note in figure.layout.annotations),
        *points.data[0].text,
        *points.data[0].customdata,
        points.layout.xaxis.title.text,
    ]
    assert not any("<" in text for text in shown)
    assert any("&lt;b&gt;" in text for text in shown)
