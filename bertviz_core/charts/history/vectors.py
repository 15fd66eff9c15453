"""Static vectors drawn: a sum of words as a parallelogram, and the words near a vector as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, Trace, bar, scatter
from bertviz_core.charts.name_places import names_beside
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import NearWords, WordNeighbours, WordSum

HEIGHT, _WIDTH = 340, 480
"""Pixels; the width is that for which names are moved apart."""

_ROOM = 0.16
"""Share of the spread that is left free around the points, for names."""


def word_sum_map(answer: WordSum, style: ChartStyle, *, total: str) -> go.Figure:
    """Draw the three words, their sum and the nearest words on the plane in which they spread most.

    The arrow from *a* to *b* is drawn again from *c*: it ends at the sum.

    Args:
        answer: What was worked out.
        style: Colours and signs.
        total: What the sum is called.
    """
    points = answer.points
    question, result = role_colour("query", style), role_colour("value", style)
    names = [answer.a, answer.b, answer.c, total, *answer.near.words[: answer.answers]]
    colours = [*[question] * 3, role_colour("key", style), *[result] * answer.answers]
    figure = Drawing(
        [
            _line(points[[0, 2]], style.ink, dash="dot"),
            _line(points[[1, 3]], style.ink, dash="dot"),
            _points(points[:3], question, symbol="circle"),
            _points(points[3:4], role_colour("key", style), symbol="x"),
            _points(points[4:], result, symbol="diamond"),
            _names(points, names, colours),
        ],
        _layout(points, style),
    )
    for start, end in ((0, 1), (2, 3)):
        figure.add_annotation(**_arrow(points[start], points[end], question))
    return figure.done()


def neighbours_map(answer: WordNeighbours, style: ChartStyle) -> go.Figure:
    """Draw a word among the words nearest to it, on the plane in which they spread most."""
    points, own, others = answer.points, role_colour("query", style), role_colour("value", style)
    names = [answer.word, *answer.near.words]
    return Drawing(
        [
            _points(points[1:], others, symbol="diamond"),
            _points(points[:1], own, symbol="circle"),
            _names(points, names, [own, *[others] * len(answer.near.words)]),
        ],
        _layout(points, style),
    ).done()


def near_bars(near: NearWords, style: ChartStyle, *, cosine: str) -> go.Figure:
    """Draw the cosines of the nearest words as bars, the nearest on top.

    Args:
        near: The words.
        style: Colours and signs.
        cosine: Name of what the bars show.
    """
    colour = role_colour("value", style)
    values = near.cosines.astype(float).tolist()
    places = list(range(len(values)))
    written = [
        f"{plain(word)}  {style.numbers.number(v, 2)}" for word, v in zip(near.words, values, strict=True)
    ]
    figure = Drawing(
        bar(
            x=values,
            y=places,
            orientation="h",
            marker={"color": colour},
            text=written,
            textposition="inside",
            insidetextanchor="start",
            textfont={"color": readable_ink(colour)},
            cliponaxis=False,
            hoverinfo="skip",
        ),
        style.layout(height=HEIGHT, margin={"l": 8, "r": 8, "t": 4, "b": 40}, bargap=0.12),
    )
    figure.update_xaxes(
        title=plain(cosine), range=[0, max([*values, 0.1]) * 1.02], zeroline=False, fixedrange=True
    )
    figure.update_yaxes(range=[len(places) - 0.5, -0.5], showticklabels=False, **STILL)
    return figure.done()


def _points(points: NDArray[np.float32], colour: str, *, symbol: str) -> Trace:
    return scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker={"color": colour, "symbol": symbol, "size": 10},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _names(points: NDArray[np.float32], names: Sequence[str], colours: Sequence[str]) -> Trace:
    low, high = _ends(points)
    return names_beside(points, names, colours, low=low, high=high, size=(_WIDTH, HEIGHT - 16))


def _line(ends: NDArray[np.float32], colour: str, *, dash: str) -> Trace:
    return scatter(
        x=ends[:, 0],
        y=ends[:, 1],
        mode="lines",
        line={"color": colour, "dash": dash, "width": 1},
        hoverinfo="skip",
    )


def _arrow(start: NDArray[np.float32], end: NDArray[np.float32], colour: str) -> dict[str, Any]:
    return {
        "x": float(end[0]),
        "y": float(end[1]),
        "ax": float(start[0]),
        "ay": float(start[1]),
        **{"xref": "x", "yref": "y", "axref": "x", "ayref": "y"},
        "text": "",
        "showarrow": True,
        "arrowhead": 2,
        "arrowwidth": 2,
        "arrowcolor": colour,
        "standoff": 6,
        "startstandoff": 6,
    }


def _ends(points: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where both axes begin and end."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = _ROOM * np.maximum(high - low, 1e-3)
    return low - room, high + room


def _layout(points: NDArray[np.float32], style: ChartStyle) -> dict[str, Any]:
    low, high = (one.tolist() for one in _ends(points))
    axes = {
        name: {"range": [low[axis], high[axis]], "showticklabels": False, **STILL}
        for axis, name in enumerate(("xaxis", "yaxis"))
    }
    return style.layout(height=HEIGHT, margin={"l": 8, "r": 8, "t": 8, "b": 8}, **axes)
