"""Numbers in coloured cells can be read in both themes."""

import tomllib
from pathlib import Path

import pytest

from bertviz_core.ui.attention.head_table import DARK_INK, LIGHT_INK, _readable_ink

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


@pytest.mark.parametrize(
    "colour", THEME["light"]["chartSequentialColors"] + THEME["dark"]["chartSequentialColors"]
)
def test_the_ink_is_the_one_that_is_read_best(colour):
    ink = _readable_ink(colour)
    (other,) = {LIGHT_INK, DARK_INK} - {ink}
    assert contrast(ink, colour) > contrast(other, colour) - 0.1
    assert contrast(ink, colour) > 4.2
