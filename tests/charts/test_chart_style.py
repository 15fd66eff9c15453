"""Colours and inks that can be read in both themes."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from bertviz_core.charts.chart_style import (
    DARK_INK,
    LIGHT_INK,
    ChartStyle,
    colour_at,
    pointed_number,
    readable_ink,
)
from bertviz_core.written_numbers import number_style

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text())["theme"]


def luminance(colour):
    """Return the relative luminance of `#rrggbb` as WCAG 2.2 defines it."""
    total = 0.0
    for place, weight in ((1, 0.2126), (3, 0.7152), (5, 0.0722)):
        part = int(colour[place : place + 2], 16) / 255
        total += weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return total


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def style_of(theme):
    colours = THEME[theme]
    return ChartStyle(
        ink=colours["textColor"],
        background=colours["backgroundColor"],
        sequential=tuple(colours["chartSequentialColors"]),
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scale", ["sequential_scale", "diverging_scale"])
def test_the_ink_is_read_well_everywhere_on_a_scale(theme, scale):
    stops = getattr(style_of(theme), scale)()
    for place in np.linspace(0, 1, 101):
        colour = colour_at(stops, place)
        ink = readable_ink(colour)
        (other,) = {LIGHT_INK, DARK_INK} - {ink}
        assert contrast(ink, colour) > contrast(other, colour) - 0.1
        assert contrast(ink, colour) > 4.5


def test_a_colour_between_two_is_their_mixture():
    scale = [(0, "#000000"), (0.5, "#204060"), (1, "#ffffff")]
    assert [colour_at(scale, place) for place in (0, 0.25, 0.5, 1)] == [
        "#000000",
        "#102030",
        "#204060",
        "#ffffff",
    ]


def test_no_number_that_is_pointed_at_has_a_hyphen() -> None:
    style = ChartStyle(
        ink="#111111", background="#ffffff", sequential=("#ffffff", "#0000ff"), numbers=number_style("pt")
    )
    assert pointed_number([[0.5, 0.25]], "z", style, places=2) == ("%{z:.2f}", {})  # Plotly writes it as well
    name, needed = pointed_number([[0.5, -0.25]], "z", style, places=2)
    assert (name, needed) == ("%{hovertext}", {"hovertext": [["0,50", "−0,25"]]})
    assert pointed_number([0.5, 0], "y", style, places=1, sign=True)[1] == {"hovertext": ["+0,5", "0,0"]}
