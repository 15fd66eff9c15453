"""The bars of the next sentence: exact numbers, a row for every candidate, text that is text."""

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.next_sentence.pair import next_bars
from bertviz_core.charts.next_sentence.rank import SHOWN_LETTERS, next_rank_bars
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=SPANISH)


def test_the_probability_stands_on_an_axis_from_nothing_to_all(tiny):
    answer = tiny("bert").next_sentence("the man", "the store")
    words = {"is_next": "Yes <b>", "axis": "Probability"}
    figure = next_bars(answer, STYLE, words=words)
    (bars,) = figure.data
    assert list(bars.x) == [answer.is_next]
    assert figure.layout.yaxis.ticktext == ("Yes &lt;b&gt;",)
    assert figure.layout.xaxis.range == (0, 1)
    assert figure.layout.separators == ",."


def test_every_candidate_has_a_row_of_its_own():
    long = "una frase muy larga " * 10
    sentences = ["igual", "igual", "<img src=x>", long.strip()]
    figure = next_rank_bars(sentences, [0.9, 0.9, 0.5, 0.1], STYLE, axis="Axis")
    bars, names = figure.data
    assert list(bars.y) == [0, 1, 2, 3]
    np.testing.assert_allclose(bars.x, [0.9, 0.9, 0.5, 0.1], rtol=1e-6)
    assert list(names.text[:3]) == ["1. igual", "2. igual", "3. &lt;img src=x&gt;"]
    assert len(names.text[3]) <= SHOWN_LETTERS + 6 and names.text[3].endswith("…")
    assert bars.customdata[3].replace("<br>", " ") == long.strip()
    assert bars.customdata[2] == "&lt;img src=x&gt;"
    one = next_rank_bars(sentences[:1], [0.9], STYLE, axis="Axis")
    assert figure.layout.height - one.layout.height == pytest.approx(3 * 50)
