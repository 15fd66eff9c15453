"""The strips show the numbers that make a weight, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pytest

from bertviz_core.charts.attention.query_key import key_strips
from bertviz_core.charts.attention.query_key_parts import MOST_KEYS, KeyRows, QueryKeyWords
from bertviz_core.charts.attention.query_key_products import product_bars
from bertviz_core.charts.attention.query_key_sums import key_sums
from bertviz_core.charts.chart_style import LESS, MORE, ChartStyle, colour_at, readable_ink
from bertviz_core.engine import BertEngine
from bertviz_core.written_numbers import number_style

SPANISH = number_style("es")
STYLE = ChartStyle(ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=SPANISH)
WORDS = QueryKeyWords(query="q", keys="k", products="qk", product="qk", weight="w", dimension="d")
TEXT = "the cat sat on the mat"


def read(column: Iterable[Sequence[str]]) -> list[float]:
    """Return the numbers of one column, which stand there as a person reads them in Spanish."""
    return [float(text.replace(",", ".").replace("−", "-")) for (text,) in column]


def test_every_key_has_its_vector_products_and_sums(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").query_key(TEXT, layer=1, head=2)
    query, keys, products = key_strips(answer, (3, 1), STYLE, WORDS).data
    score, scaled, weight, *numbers = key_sums(answer, (3, 1), STYLE, WORDS).data
    np.testing.assert_array_equal(query.z, answer.queries[3:4])
    np.testing.assert_array_equal(keys.z, answer.keys)
    np.testing.assert_allclose(products.z.sum(axis=1), read(score.hovertext), atol=1e-4)
    np.testing.assert_allclose(read(scaled.hovertext), answer.scores[3] * answer.scale, atol=1e-6)
    np.testing.assert_allclose(read(weight.hovertext), answer.weights[3], atol=1e-6)
    assert list(numbers[2].text) == [f"{w:.3f}".replace(".", ",") for w in answer.weights[3]]


def test_numbers_stand_on_their_colours_in_an_ink_for_each(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").query_key(TEXT, layer=1, head=2)
    *colours, score, scaled, weight = key_sums(answer, (3, 1), STYLE, WORDS).data
    for drawn, written in zip(colours, (score, scaled, weight), strict=True):
        shades = drawn.z[:, 0]
        assert shades.min() >= drawn.zmin
        assert shades.max() <= drawn.zmax
        assert len({colour for _, colour in drawn.colorscale}) == len(drawn.colorscale)
        assert (written.x[0], list(written.y)) == (drawn.x[0], list(range(len(shades))))
        assert list(written.textfont.color) == [
            readable_ink(colour_at(drawn.colorscale, shade)) for shade in shades
        ]


def test_zero_has_the_colour_of_the_page(tiny: Callable[..., BertEngine]) -> None:
    layout = key_strips(tiny("bert").query_key(TEXT, layer=0, head=0), (1, 2), STYLE, WORDS).layout
    for axis in (layout.coloraxis, layout.coloraxis2, layout.coloraxis3):
        assert axis.cmin == -axis.cmax
        assert axis.colorscale[1] == (0.5, "#fefefe")


def test_both_pictures_frame_the_chosen_key_and_stand_level(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").query_key(TEXT, layer=0, head=0)
    strips, sums = (draw(answer, (1, 4), STYLE, WORDS).layout for draw in (key_strips, key_sums))
    for layout in (strips, sums):
        (frame,) = layout.shapes
        assert (frame.y0, frame.y1) == (3.5, 4.5)
    assert strips.yaxis == sums.yaxis
    assert (strips.height, strips.margin.t, strips.margin.b) == (sums.height, sums.margin.t, sums.margin.b)


def test_the_query_stands_above_the_keys_in_a_row_as_high(tiny: Callable[..., BertEngine]) -> None:
    layout = key_strips(tiny("bert").query_key(TEXT, layer=0, head=0), (1, 2), STYLE, WORDS).layout
    rows = len(layout.yaxis.tickvals)
    (bottom, top), (query_bottom, query_top) = layout.yaxis.domain, layout.yaxis2.domain
    assert 0 == bottom < top < query_bottom < query_top == 1
    assert (top - bottom) / rows == pytest.approx(query_top - query_bottom)


def test_a_long_input_shows_the_strongest_keys_and_the_chosen_one(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("bert").query_key("a b c d e " * 11, layer=1, head=1)
    weights = answer.weights[5]
    weakest = int(weights.argmin())
    rows = KeyRows.of(answer, 5, weakest)
    places = rows.places.tolist()
    assert places[rows.chosen] == weakest
    assert len(places) == MOST_KEYS < len(answer.encoding)
    assert places == sorted(places)
    assert weakest in places
    strongest = sorted(range(len(weights)), key=lambda place: -weights[place])[: MOST_KEYS - 1]
    assert set(strongest) <= set(places)


@pytest.mark.parametrize("ordered", [True, False])
def test_the_bars_are_the_products_of_the_pair(tiny: Callable[..., BertEngine], ordered: bool) -> None:
    answer = tiny("bert").query_key(TEXT, layer=1, head=2)
    (bars,) = product_bars(answer, (3, 1), STYLE, WORDS, ordered=ordered).data
    terms = [float(q * k) for q, k in zip(answer.queries[3], answer.keys[1], strict=True)]
    assert list(bars.y) == pytest.approx(sorted(terms, reverse=True) if ordered else terms, abs=1e-6)
    dimensions = np.array(bars.x, dtype=int)
    assert list(bars.y) == pytest.approx([terms[dimension] for dimension in dimensions], abs=1e-6)
    assert list(bars.marker.color) == [LESS if y < 0 else MORE for y in bars.y]


def test_markup_in_a_token_is_text(tiny: Callable[..., BertEngine]) -> None:
    answer = tiny("roberta").query_key("<b>x</b>", layer=0, head=0)
    figure, sums = (draw(answer, (1, 2), STYLE, WORDS) for draw in (key_strips, key_sums))
    rows = [*figure.layout.yaxis.ticktext, *sums.layout.yaxis.ticktext]
    assert "&lt;" in "".join(rows)
    names = [*rows, *figure.layout.yaxis2.ticktext, *figure.data[1].text[1]]
    assert not any("<" in name for name in names)
