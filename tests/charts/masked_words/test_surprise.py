"""Surprise as colours, bars and a picture: every word has its own, and text stays text."""

import math
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.masked_words.surprise import colour_reach, surprise_bars, surprise_colour
from bertviz_core.charts.masked_words.surprise_svg import SurpriseLine, surprise_svg
from bertviz_core.results import ScoredWord
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(
    ink="#111111",
    background="#ffffff",
    sequential=("#ffffff", "#808080", "#000000"),
    numbers=SPANISH,
)
SVG = "{http://www.w3.org/2000/svg}"


def word(text, bits, *places):
    return ScoredWord(text=text, tokens=places, log_probability=-bits * math.log(2))


WORDS = (word("the", 0.5, 1), word("<b>", 7, 2, 3), word("the", 12.5, 4))


def test_equal_words_have_bars_of_their_own_in_reading_order():
    (bars,) = surprise_bars(WORDS, STYLE, title="bits").data
    assert len(set(bars.x)) == 3
    np.testing.assert_allclose(bars.y, [0.5, 7, 12.5])
    assert list(bars.customdata) == ["the 1", "&lt;b&gt; 2", "the 4"]


def test_names_of_words_are_text_and_never_markup():
    figure = surprise_bars(WORDS, STYLE, title="<i>")
    assert figure.layout.xaxis.labelalias["1"] == "&lt;b&gt; 2"
    assert figure.layout.yaxis.title.text == "&lt;i&gt;"
    assert "<b>" not in figure.to_json().replace("\\u003c", "<")


def test_charts_beside_each_other_share_axis_and_colours():
    other = (word("the", 0.5, 1), word("x", 18, 2))
    one = surprise_bars(WORDS, STYLE, beside=other, title="bits")
    two = surprise_bars(other, STYLE, beside=WORDS, title="bits")
    alone = surprise_bars(WORDS, STYLE, title="bits")
    assert one.layout.yaxis.range == two.layout.yaxis.range
    assert one.layout.yaxis.range[1] >= 18
    assert one.data[0].marker.color[0] == two.data[0].marker.color[0]
    assert alone.data[0].marker.color[1] != one.data[0].marker.color[1]


@pytest.mark.parametrize(("highest", "reach"), [(0.2, 10), (12.1, 13), (300, 20)])
def test_colours_end_where_the_words_need_it(highest, reach):
    assert colour_reach([word("a", highest, 1), word("b", 0, 2)]) == reach
    assert colour_reach([]) == 10


def test_the_more_surprising_the_further_along_the_colours():
    shades = [int(surprise_colour(word("a", bits, 1), STYLE, reach=10)[1:3], 16) for bits in range(0, 13)]
    assert (shades[0], shades[10]) == (255, 0)
    assert shades == sorted(shades, reverse=True)
    assert shades[10] == shades[12]


def test_the_picture_holds_every_word_and_number_as_text():
    lines = [
        SurpriseLine(heading="12,3 bits & more", words=WORDS),
        SurpriseLine(heading="<i>", words=(word("\x00日本", 3, 1), word("", 1, 2))),
    ]
    document = ElementTree.fromstring(surprise_svg(lines, STYLE, write=lambda v: f"{v:.1f}", unit="bits"))
    texts = [element.text or "" for element in document.iter(f"{SVG}text")]
    for expected in ("12,3 bits & more", "<b>", "<i>", "日本", "0.5", "7.0", "12.5", "13.0 bits"):
        assert expected in texts


def test_words_of_the_picture_stand_inside_it_and_apart():
    many = tuple(word(f"word{place}", 1, place) for place in range(60))
    line = SurpriseLine(heading="", words=(*many, word("w" * 30, 1, 60)))
    document = ElementTree.fromstring(surprise_svg([line], STYLE, write=str, unit="bits"))
    boxes = [
        tuple(float(box.get(name)) for name in ("x", "y", "width", "height"))
        for box in document.iter(f"{SVG}rect")
        if box.get("rx")
    ]
    assert len(boxes) == 61
    assert len({y for _, y, _, _ in boxes}) > 3
    assert all(x >= 0 and x + width <= float(document.get("width")) for x, _, width, _ in boxes)
    for (x, y, width, _), (following, line_below, _, _) in pairwise(boxes):
        assert following > x + width if line_below == y else line_below > y


def test_surprise_is_counted_in_bits():
    half = replace(WORDS[0], log_probability=math.log(0.5))
    assert half.surprise == pytest.approx(1)
    assert replace(half, log_probability=math.log(1 / 1024)).surprise == pytest.approx(10)
    assert replace(half, log_probability=0.0).surprise == 0
