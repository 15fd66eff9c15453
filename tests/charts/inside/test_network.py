"""Parts as tiles and blocks, a matrix as cells and bars: every number in its place."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
import pytest

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.charts.inside.network import PartWords, parts_tiles
from bertviz_core.charts.inside.network_blocks import MOST_BOXES, Block, blocks_svg
from bertviz_core.charts.inside.network_values import ValueWords, first_values, values_histogram
from bertviz_core.engine import BertEngine
from bertviz_core.results import ParameterPart
from bertviz_core.written_numbers import number_style

STYLE = ChartStyle(
    ink="#111111", background="#fefefe", sequential=("#f7fbff", "#0a4a90"), numbers=number_style("es")
)
VALUES = ValueWords(row="r", column="c", value="v", count="n")
SVG = "{http://www.w3.org/2000/svg}"


def words(name: Callable[[ParameterPart], str]) -> PartWords:
    return PartWords(name=name, parameters="parameters", share="share")


def test_tiles_are_as_large_as_their_parameters(engine: BertEngine) -> None:
    whole = engine.parameter_parts().whole
    (tiles,) = parts_tiles(whole, whole, STYLE, words(lambda part: part.slug)).data
    assert tiles.values == (whole.parameters, *(child.parameters for child in whole.children))
    assert tiles.labels == ("model", *(child.slug for child in whole.children))
    assert tiles.parents == ("", *["/model"] * len(whole.children))


def test_an_open_part_shows_the_parts_of_its_parts(tiny: Callable[..., BertEngine]) -> None:
    parts = tiny("bert").parameter_parts()
    whole, _layer, attention = parts.walk(["layer-1", "attention"])
    (tiles,) = parts_tiles(attention, whole, STYLE, words(lambda part: f"<{part.slug}>")).data
    place = tiles.ids.index("/attention/head-2/key")
    assert tiles.parents[place] == "/attention/head-2"
    assert (tiles.labels[place], tiles.text[place]) == ("K", "")
    assert tiles.customdata[place][0] == "264"
    assert tiles.customdata[place][2] == "&lt;key&gt;"
    totals = {own: value for own, value in zip(tiles.ids, tiles.values, strict=True)}
    for own in ("/attention", "/attention/head-2"):
        inside = [value for value, parent in zip(tiles.values, tiles.parents, strict=True) if parent == own]
        assert sum(inside) == totals[own]


def test_shapes_stand_on_tiles(tiny: Callable[..., BertEngine]) -> None:
    whole, layer, feed_forward = tiny("bert").parameter_parts().walk(["layer-1", "feed_forward"])
    (tiles,) = parts_tiles(feed_forward, whole, STYLE, words(lambda part: part.slug)).data
    assert tiles.text[tiles.ids.index("/feed_forward/widen")] == "48 × 32 + 48"
    assert layer.parameters > feed_forward.parameters


def boxes(svg: str) -> list[str]:
    return [str(text.text) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_blocks_stand_from_bottom_to_top_with_the_open_one_in_sight() -> None:
    column = [Block(f"layer <{number}>", number == 7) for number in range(20)]
    svg = blocks_svg([column, [Block("inside", False)]], STYLE, more="⋮")
    shown = boxes(svg)
    assert len(shown) <= MOST_BOXES + 1
    assert {"layer <0>", "layer <7>", "layer <19>", "inside", "⋮"} <= set(shown)
    heights = {
        text.text: float(text.get("y") or 0) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")
    }
    assert heights["layer <0>"] > heights["layer <7>"] > heights["layer <19>"]


@pytest.mark.parametrize("count", [1, 3, MOST_BOXES])
def test_a_few_blocks_are_all_shown(count: int) -> None:
    assert len(boxes(blocks_svg([[Block("x", False)] * count], STYLE, more="⋮"))) == count


def test_the_numbers_of_a_matrix_are_its_own(tiny: Callable[..., BertEngine]) -> None:
    values = tiny("bert").part_values(["layer-2", "attention", "head-1", "value"])
    (cells,) = first_values(values, STYLE, VALUES).data
    np.testing.assert_array_equal(cells.z, values.corner)
    assert cells.zmin == -cells.zmax
    assert cells.customdata[1][2] == f"{values.corner[1, 2]:.6f}".replace(".", ",").replace("-", "−")
    (bars,) = values_histogram(values, STYLE, VALUES).data
    assert sum(bars.y) == np.prod(values.shape)
    assert len(bars.x) == len(values.edges) - 1
