"""How far a word reaches: its influence on every other word, relative to the nearest ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import ChartStyle, plain, share_ticks, thinned_token_axis
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import READINGS, OrderInfluence, Reading

HEIGHT = 340
MOST_SHOWN = 3.0
"""Times the nearest words: higher values end at the upper edge, and are told where they are pointed at."""

_LOOKS: Mapping[Reading, tuple[Role, str, str]] = {
    "rightwards": ("key", "triangle-right", "solid"),
    "leftwards": ("position", "triangle-left", "solid"),
    "gradient": ("hidden", "circle", "solid"),
    "attention": ("hidden", "circle-open", "dot"),
}
"""Colour, mark and line of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWords:
    """What is written on the chart, in the visitor's language."""

    readings: Mapping[Reading, str]
    distance: str
    """Title of the axis across."""
    influence: str
    """Title of the upright axis."""


def influence_lines(answer: OrderInfluence, style: ChartStyle, words: OrderWords) -> go.Figure:
    """Draw a line for each way to read: the words across, their distance from the chosen one at their names.

    Args:
        answer: The influence of one word.
        style: Colours and signs.
        words: What to write.
    """
    labels = [
        f"{word} {style.numbers.signed(distance, 0) if distance else 0}"
        for word, distance in zip(answer.words, answer.distances.tolist(), strict=True)
    ]
    traces = [
        trace for reading in READINGS if (trace := _line(answer, reading, style, words, labels)) is not None
    ]
    shown = [float(np.nanmax(answer.relative(reading), initial=0)) for reading in READINGS]
    top = min(max(1.1, 1.08 * max(shown)), MOST_SHOWN)
    figure = Drawing(
        [
            scatter(
                x=[answer.word, answer.word],
                y=[0, top],
                mode="lines",
                line={"color": style.ink, "width": 1, "dash": "dash"},
                hoverinfo="skip",
                showlegend=False,
            ),
            *traces,
        ],
        style.layout(
            height=HEIGHT,
            margin={"l": 8, "r": 12, "t": 8, "b": 8},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False},
        ),
    )
    figure.update_xaxes(
        **thinned_token_axis(labels, style),
        title={"text": plain(words.distance), "standoff": 6},
        categoryorder="array",
        categoryarray=[str(place) for place in range(len(answer))],
        range=[-0.5, len(answer) - 0.5],
        automargin=True,
    )
    figure.update_yaxes(
        **share_ticks(top, style.numbers, parts=4),
        title=plain(words.influence),
        range=[-0.03 * top, top],
        zeroline=False,
        fixedrange=True,
        automargin=True,
    )
    return figure.done()


def _line(
    answer: OrderInfluence, reading: Reading, style: ChartStyle, words: OrderWords, labels: list[str]
) -> Trace | None:
    """Return the line of one way to read, parted at the word itself; none where no word is reached."""
    values = answer.relative(reading)
    if np.isnan(values).all():
        return None
    role, symbol, dash = _LOOKS[reading]
    colour = role_colour(role, style)
    return scatter(
        x=list(range(len(answer))),
        y=[None if np.isnan(value) else min(value, MOST_SHOWN) for value in values.tolist()],
        mode="lines+markers",
        name=plain(words.readings[reading]),
        line={"color": colour, "width": 2 if dash == "dot" else 3, "dash": dash},
        marker={"color": colour, "size": 8, "symbol": symbol},
        connectgaps=False,
        cliponaxis=False,
        customdata=[
            [plain(label), "" if np.isnan(value) else style.numbers.percent(value, 1)]
            for label, value in zip(labels, values.tolist(), strict=True)
        ],
        hovertemplate="%{customdata[0]}: %{customdata[1]}<extra>%{fullData.name}</extra>",
    )
