"""The maps of the view that switches heads off show every number at its place."""

import numpy as np
import pytest

from bertviz_core.charts.attention.off_effects import head_effects_map
from bertviz_core.charts.attention.off_states import hidden_change_map
from bertviz_core.charts.chart_style import ChartStyle

STYLE = ChartStyle(ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"))
WORDS = {"layer": "Layer", "head": "Head", "input": "Input", "measure": "Change"}


def test_equal_tokens_stay_apart_and_markup_is_text(tiny):
    change = tiny("bert").hidden_change([(0, 0)], "the man <b> the man")
    figure = hidden_change_map(change, change.relative_norm, STYLE, words=WORDS)
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, change.relative_norm)
    places = [str(place) for place in range(len(change.encoding))]
    assert list(cells.x) == list(figure.layout.xaxis.labelalias) == places
    assert len(set(figure.layout.xaxis.labelalias.values())) == len(places)
    assert figure.layout.xaxis.tickangle == -90  # upward, as in the other views
    assert figure.layout.yaxis.ticktext == ("Input", "1", "2", "3")
    assert [row[0][0] for row in cells.customdata] == ["Input", "Layer 1", "Layer 2", "Layer 3"]
    named = [text for row in cells.customdata for cell in row for text in cell]
    assert not any("<" in text for text in named)
    assert cells.zmin == 0 and cells.zmax == pytest.approx(float(change.relative_norm.max()))


def test_where_nothing_changes_the_map_is_empty_not_broken(tiny):
    change = tiny("bert").hidden_change([], "the man")
    (cells,) = hidden_change_map(change, change.cosine_distance, STYLE, words=WORDS).data
    assert not np.any(cells.z) and cells.zmax > 0


def test_a_long_text_leaves_it_to_the_width_how_many_tokens_are_named(mini):
    change = mini.hidden_change([(0, 0)], "una palabra y otra " * 200)
    figure = hidden_change_map(change, change.cosine_distance, STYLE, words=WORDS)
    assert figure.data[0].z.shape == (13, 512)
    assert figure.layout.xaxis.type == "category" and figure.layout.xaxis.tickvals is None


def test_effects_stand_at_their_layer_and_head_with_zero_in_the_middle(tiny):
    effects = tiny("bert").masked_word_effects("the ___ went", layers=[1, 2])
    (cells,) = head_effects_map(effects, STYLE, words=WORDS).data
    assert cells.zmin == -cells.zmax
    assert tuple(cells.y) == (2, 3) and tuple(cells.x) == (1, 2, 3, 4)
    for row, layer in enumerate(effects.layers):
        for head in range(4):
            assert cells.z[row][head] == pytest.approx(
                effects.without[row, head] - effects.probability, abs=1e-6
            )
            assert cells.customdata[row][head] == effects.without[row, head], layer
