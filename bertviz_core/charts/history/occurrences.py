"""A word as one point, and as one point for each sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, beginning, note, plain
from bertviz_core.charts.drawing import LETTERS, Drawing, scatter
from bertviz_core.charts.name_places import names_beside
from bertviz_core.charts.point_groups import group_marker
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import MovedWord, WordNeighbours

HEIGHT, _WIDTH = 330, 400
"""Pixels; the width is that for which names are moved apart."""

_ROOM = 0.14
_LETTERS = 60


def one_point(answer: WordNeighbours, style: ChartStyle, *, title: str) -> go.Figure:
    """Draw the word among its nearest words: one point, whatever the sentence.

    Args:
        answer: The word and the words near it.
        style: Colours and signs.
        title: Above the picture.
    """
    points = answer.points
    names = [answer.word, *answer.near.words]
    own, others = role_colour("query", style), role_colour("value", style)
    figure = Drawing(
        [
            scatter(
                x=points[part, 0],
                y=points[part, 1],
                mode="markers",
                marker={"color": colour, "size": size, "symbol": symbol},
                cliponaxis=False,
                hoverinfo="skip",
            )
            for part, colour, size, symbol in (
                (slice(1, None), others, 7, "diamond"),
                (slice(0, 1), own, 16, "circle"),
            )
        ]
    )
    low, high = _ends(points)
    colours = [own, *[others] * len(answer.near.words)]
    figure.add_trace(names_beside(points, names, colours, low=low, high=high, size=(_WIDTH, HEIGHT - 72)))
    return _framed(figure, points, style, title)


def many_points(moved: MovedWord, senses: Sequence[str], style: ChartStyle, *, title: str) -> go.Figure:
    """Draw one point for each sentence, by sense, with the sentence's number.

    Args:
        moved: The occurrences at a layer.
        senses: Of each, in the order of the numbers; all the same where none are known.
        style: Colours and signs.
        title: Above the picture.
    """
    figure = Drawing([])
    for number, sense in enumerate(dict.fromkeys(senses)):
        own = [place for place, one in enumerate(senses) if one == sense]
        figure.add_trace(
            scatter(
                x=moved.points[own, 0],
                y=moved.points[own, 1],
                mode="markers+text",
                name=plain(sense),
                showlegend=bool(sense),
                text=[str(place + 1) for place in own],
                textposition="top center",
                textfont={"size": LETTERS, "color": style.ink},
                marker={**group_marker(number, style, solid=False), "size": 13},
                cliponaxis=False,
                customdata=[plain(beginning(moved.sentences[place], _LETTERS)) for place in own],
                hovertemplate="%{text}: %{customdata}<extra></extra>",
            )
        )
    if any(senses):
        figure.update_layout(
            showlegend=True, legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "itemclick": False}
        )
    return _framed(figure, moved.points, style, title)


def moved_lines(moved: MovedWord, style: ChartStyle, *, layer: str, distance: str, static: str) -> go.Figure:
    """Draw how far the occurrences are from their mean after every layer: all of them, and on average.

    Args:
        moved: The occurrences.
        style: Colours and signs.
        layer: Name of the axis across.
        distance: Name of the upright axis.
        static: Name of the line at 0, where a static vector stays.
    """
    layers = list(range(len(moved.moved)))
    colour = role_colour("hidden", style)
    figure = Drawing(
        [
            *(
                scatter(
                    x=layers,
                    y=one,
                    mode="lines",
                    line={"color": colour, "width": 1},
                    opacity=0.4,
                    hoverinfo="skip",
                )
                for one in moved.moved.T
            ),
            scatter(
                x=layers,
                y=moved.moved.mean(axis=1),
                mode="lines+markers",
                line={"color": colour, "width": 3},
                hoverinfo="skip",
            ),
            scatter(
                x=layers,
                y=np.zeros(len(layers)),
                mode="lines+text",
                line={"color": role_colour("query", style), "width": 3},
                text=[*[""] * (len(layers) - 1), plain(static)],
                textposition="top left",
                textfont={"color": role_colour("query", style), "size": LETTERS},
                hoverinfo="skip",
            ),
        ],
        style.layout(height=260, margin={"l": 60, "r": 12, "t": 8, "b": 44}),
    )
    most = 1.1 * float(max(moved.moved.max(), 0.02))
    figure.update_xaxes(title=plain(layer), range=[-0.2, len(layers) - 0.8], zeroline=False, fixedrange=True)
    figure.update_yaxes(title=plain(distance), range=[-0.03 * most, most], zeroline=False, fixedrange=True)
    return figure.done()


def _framed(figure: Drawing, points: NDArray[np.float32], style: ChartStyle, title: str) -> go.Figure:
    low, high = (one.tolist() for one in _ends(points))
    axes = {
        name: {"range": [low[axis], high[axis]], "showticklabels": False, **STILL}
        for axis, name in enumerate(("xaxis", "yaxis"))
    }
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 4, "r": 4, "t": 28, "b": 44}))
    figure.update_layout(axes)
    note(figure, plain(title), x=0, y=1.01)
    return figure.done()


def _ends(points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where both axes begin and end."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = _ROOM * np.maximum(high - low, 1e-3)
    return low - room, high + room
