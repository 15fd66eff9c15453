"""The map of a paragraph shows every pair at its place, however the sentences stand."""

from __future__ import annotations

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.next_sentence.order import sentence_order_map
from bertviz_core.results import SentenceOrder

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#85bcdc", "#0000ff"))


def an_order(n: int, *, recovered: tuple[int, ...] | None = None) -> SentenceOrder:
    probabilities = np.random.default_rng(n).uniform(0.1, 0.9, size=(n, n))
    np.fill_diagonal(probabilities, np.nan)
    return SentenceOrder(
        model="m",
        sentences=tuple(f"<b>Sentence</b> number {place} is here" for place in range(n)),
        log_probability=np.log(probabilities),
        recovered=recovered or tuple(range(n)),
        kendall_tau=1.0,
    )


@pytest.mark.parametrize("shown", [None, (2, 0, 3, 1)])
def test_every_pair_stands_at_its_place(shown: tuple[int, ...] | None) -> None:
    order = an_order(4, recovered=(3, 0, 1, 2))
    figure = sentence_order_map(order, STYLE, heading="Rows", shown=shown)
    cells, numbers, dots = figure.data
    places = shown or (0, 1, 2, 3)
    for row, one in enumerate(places):
        for column, other in enumerate(places):
            if one == other:
                assert np.isnan(cells.z[row][column])
            else:
                assert cells.text[row][column] == pytest.approx(order.matrix[one, other], abs=1e-6)
                higher = np.sum(order.matrix[one] > order.matrix[one, other])
                assert cells.z[row][column] == pytest.approx(1 - higher / 3)
    written = dict(zip(zip(numbers.y, numbers.x, strict=True), numbers.text, strict=True))
    assert len(written) == 12
    assert written[0, 1] == f"{100 * order.matrix[places[0], places[1]]:.0f}"
    framed = {
        (places[round((box.y0 + box.y1) / 2)], places[round((box.x0 + box.x1) / 2)])
        for box in figure.layout.shapes
    }
    assert framed == {(0, 1), (1, 2), (2, 3)}
    dotted = {(places[round(y)], places[round(x)]) for x, y in zip(dots.x, dots.y, strict=True)}
    assert dotted == {(3, 0), (0, 1), (1, 2)}
    assert [text.split()[0] for text in figure.layout.yaxis.ticktext] == [str(place + 1) for place in places]
    assert list(figure.layout.xaxis.ticktext) == [str(place + 1) for place in places]


def test_markup_in_a_sentence_is_text() -> None:
    figure = sentence_order_map(an_order(3), STYLE, heading="Rows")
    cells = figure.data[0]
    shown = [
        *figure.layout.yaxis.ticktext,
        *(name for row in cells.customdata for cell in row for name in cell),
    ]
    assert shown and not any("<" in text for text in shown)


def test_numbers_can_be_read_on_their_cells() -> None:
    order = an_order(3)
    order.log_probability[0, 1], order.log_probability[1, 0] = np.log(0.999), np.log(0.001)
    numbers = sentence_order_map(order, STYLE, heading="Rows").data[1]
    inks = dict(zip(zip(numbers.y, numbers.x, strict=True), numbers.textfont.color, strict=True))
    assert inks[0, 1] == "#ffffff" and inks[1, 0] == "#000000"


def test_many_sentences_have_no_room_for_numbers() -> None:
    few, many = (sentence_order_map(an_order(n), STYLE, heading="Rows").data for n in (8, 9))
    assert [trace.mode for trace in few[1:]] == ["text", "markers"]
    assert [trace.mode for trace in many[1:]] == ["markers"]
