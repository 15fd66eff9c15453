"""What all charts of a page share: colours of the visitor's theme and signs of the visitor's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bertviz_core.charts.drawing import LETTERS, Drawing
from bertviz_core.results import Encoding
from bertviz_core.written_numbers import ENGLISH_NUMBERS, NumberStyle

LESS, MORE = "#d55e00", "#0072b2"
"""Okabe-Ito colours of what is below and above zero."""

CHOSEN = "#e69f00"
LIGHT_INK, DARK_INK = "#ffffff", "#000000"
EQUAL_CONTRAST = 0.179
"""Luminance of a background on which both inks can be read equally well."""

STILL: dict[str, Any] = {"showgrid": False, "zeroline": False, "fixedrange": True}
"""An axis of cells: nothing is drawn behind them, and it stays where it is."""

MONOSPACED = "Source Code Pro, monospace"
SHOWN_LETTERS = 12
_LETTER = 0.6 * LETTERS
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)
_MARKS = (1.0, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartStyle:
    """Colours and signs; zero is the page's background in every scale."""

    ink: str
    background: str
    sequential: tuple[str, ...]
    """From nothing to everything."""
    numbers: NumberStyle = ENGLISH_NUMBERS
    """How the visitor's language writes them."""

    def sequential_scale(self) -> list[tuple[float, str]]:
        """Return the scale of shares as Plotly reads it."""
        colours = (self.background, *self.sequential[1:])
        return [(i / (len(colours) - 1), colour) for i, colour in enumerate(colours)]

    def diverging_scale(self) -> list[tuple[float, str]]:
        """Return the scale of numbers on both sides of zero as Plotly reads it."""
        return [(0, LESS), (0.5, self.background), (1, MORE)]

    def layout(self, **more: Any) -> dict[str, Any]:
        """Return what every figure's layout begins with.

        The background is the page's own, so that a saved picture can be read anywhere.
        """
        return {
            "paper_bgcolor": self.background,
            "plot_bgcolor": self.background,
            "font": {"color": self.ink},
            "separators": self.numbers.separators,
            "showlegend": False,
            "hovermode": "closest",
            "dragmode": False,
            **more,
        }


def plain(text: str) -> str:
    """Make a text safe for Plotly's labels, which read tags but show a quotation mark's entity as it is."""
    return escape(text, quote=False)


def beginning(text: str, letters: int) -> str:
    """Return at most so many letters of a text, with a sign where the rest is left out."""
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def token_labels(encoding: Encoding, places: Iterable[int]) -> list[str]:
    """Name tokens with their positions, so that equal ones stay apart."""
    return [f"{encoding.labels[place]} {place}" for place in places]


def token_ticks(labels: list[str], style: ChartStyle, *, most: int) -> dict[str, Any]:
    """Name the places of an axis after tokens, at most so many of them, evenly spread.

    Places are integers, so that equal tokens stay apart; the names are text, never markup.
    """
    step = -(-len(labels) // most)
    shown = range(0, len(labels), step)
    return {
        "tickvals": list(shown),
        "ticktext": [plain(shorten(labels[place])) for place in shown],
        "tickfont": {"family": MONOSPACED, "color": style.ink},
        **STILL,
    }


def thinned_token_axis(labels: list[str], style: ChartStyle) -> dict[str, Any]:
    """Name as many places of an axis after tokens as there is room for, on a phone fewer than on a screen.

    Plotly thins out the names of categories by itself. These are the places, "0" and on, so that equal
    tokens stay apart; the names are text, never markup.
    """
    return {
        "type": "category",
        "labelalias": {str(place): plain(shorten(label)) for place, label in enumerate(labels)},
        "tickfont": {"family": MONOSPACED, "color": style.ink},
        **STILL,
    }


def names_room(labels: Iterable[str]) -> int:
    """Return the pixels that the longest name of a token needs beside a chart, or upright below it."""
    return round(_LETTER * max((len(shorten(label)) for label in labels), default=0)) + 14


def shorten(label: str) -> str:
    """Keep the beginning of a long token, and the position after it."""
    token, position = label.rsplit(" ", 1)
    return label if len(token) <= SHOWN_LETTERS else f"{token[:SHOWN_LETTERS]}… {position}"


def pointed_number(
    values: ArrayLike, place: str, style: ChartStyle, *, places: int, sign: bool = False
) -> tuple[str, dict[str, Any]]:
    """Return how a hover template names a number, and what else the trace then needs.

    Plotly writes a hyphen for a minus. Numbers of which some are negative are therefore written here.

    Args:
        values: As the trace has them.
        place: Where the trace has them: `x`, `y`, `z`.
        style: Colours and signs.
        places: Digits after the decimal sign.
        sign: Positive numbers get a plus.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not sign and not (numbers < 0).any():
        return f"%{{{place}:.{places}f}}", {}
    write = style.numbers.signed if sign else style.numbers.number
    written = [write(number, places) for number in numbers.ravel().tolist()]
    return "%{hovertext}", {"hovertext": np.array(written, dtype=object).reshape(numbers.shape).tolist()}


def percent_ticks(style: ChartStyle, *, parts: int = 4) -> dict[str, Any]:
    """Name so many equal parts of an axis from 0 to 1 in percent."""
    places = [part / parts for part in range(parts + 1)]
    return {"tickvals": places, "ticktext": [style.numbers.percent(place, 0) for place in places]}


def share_ticks(most: float, numbers: NumberStyle, *, parts: int) -> dict[str, Any]:
    """Name at most so many equal parts of an axis of shares from 0 to the largest one, in whole percent."""
    step = next(step for step in _STEPS if 100 * most <= step * parts)
    shown = range(0, round(100 * most) + 1, step)
    return {
        "tickvals": [mark / 100 for mark in shown],
        "ticktext": [numbers.percent(mark / 100, 0) for mark in shown],
    }


def share_colourbar(title: str, style: ChartStyle, *, most: float, percent: bool = False) -> dict[str, Any]:
    """Describe the legend of square-root colours for shares; larger ones than `most` look like it."""
    write = style.numbers.probability if percent else style.numbers.number
    apart = 0.13 * most**0.5
    marks: list[float] = []
    for mark in _MARKS:
        nearest = marks[-1] ** 0.5 if marks else 1 + apart
        if mark <= most and nearest - mark**0.5 >= apart and (mark == 0 or mark**0.5 >= apart):
            marks.append(mark)
    return {
        "title": {"text": title, "side": "top"},
        "tickvals": [mark**0.5 for mark in marks],
        "ticktext": [write(mark) for mark in marks],
        "thickness": 10,
        "outlinewidth": 0,
        "xpad": 4,
    }


def note(figure: Drawing, text: str, **place: Any) -> None:
    """Write a heading of a part of a figure, left aligned, in the coordinates of the whole."""
    figure.add_annotation(
        text=text, xref="paper", yref="paper", xanchor="left", yanchor="bottom", showarrow=False, **place
    )


def colour_at(scale: list[tuple[float, str]], place: float) -> str:
    """Return the colour `#rrggbb` of a scale at a place between 0 and 1, mixed as Plotly mixes it."""
    places = [stop for stop, _ in scale]
    parts = [[int(colour[i : i + 2], 16) for _, colour in scale] for i in (1, 3, 5)]
    return "#" + "".join(f"{round(float(np.interp(place, places, part))):02x}" for part in parts)


def readable_ink(background: str) -> str:
    """Return the ink, dark or light, with the higher contrast on a colour `#rrggbb`: at least 4.5."""
    red, green, blue = (int(background[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]  # WCAG 2
    return DARK_INK if luminance > EQUAL_CONTRAST else LIGHT_INK
