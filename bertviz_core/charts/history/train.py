"""Vectors being learned: the map of the words and the loss, at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.charts.name_places import names_beside
from bertviz_core.charts.point_groups import NO_GROUP, group_marker
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import LiveVectors

HEIGHT = 380
_WIDTH, _ROOM = 620, 1.08
"""Pixels of the picture, for which names are moved apart; and the space around the points."""


def words_map(
    live: LiveVectors, moment: int, style: ChartStyle, *, groups: Mapping[str, Sequence[str]]
) -> go.Figure:
    """Draw the words at one moment, those that were written to be alike in one colour and shape.

    Args:
        live: The learning.
        moment: 0 is before anything was learned.
        style: Colours and signs.
        groups: Words by the name of their group, in the visitor's language; the others are in none.
    """
    names = [live.vocabulary[place] for place in live.shown]
    points = live.points[moment]
    reach = _ROOM * np.maximum(np.abs(points).max(axis=0), 0.05)  # (2,)
    figure = Drawing([], style.layout(height=HEIGHT, margin={"l": 4, "r": 4, "t": 4, "b": 52}))
    drawn = set[int]()
    for number, (group, words) in enumerate(groups.items()):
        own = [place for place, name in enumerate(names) if name in words]
        drawn.update(own)
        figure.add_trace(_group(points[own], group, number, style))
    rest = [place for place in range(len(names)) if place not in drawn]
    if rest:
        figure.add_trace(_group(points[rest], "", NO_GROUP, style))
    size = (_WIDTH, HEIGHT - 56)
    figure.add_trace(names_beside(points, names, [style.ink] * len(names), low=-reach, high=reach, size=size))
    if groups:
        figure.update_layout(
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "itemclick": False},
        )
    figure.update_xaxes(range=[-reach[0], reach[0]], showticklabels=False, **STILL)
    figure.update_yaxes(range=[-reach[1], reach[1]], showticklabels=False, **STILL)
    return figure.done()


def _group(points: NDArray[np.float32], group: str, number: int, style: ChartStyle) -> Trace:
    return scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        name=plain(group),
        showlegend=bool(group),
        marker={**group_marker(number, style, solid=False), "size": 9},
        cliponaxis=False,
        hoverinfo="skip",
    )


def loss_line(live: LiveVectors, moment: int, style: ChartStyle, *, epoch: str, loss: str) -> go.Figure:
    """Draw the loss from the beginning to one moment.

    Args:
        live: The learning.
        moment: The last one that is drawn.
        style: Colours and signs.
        epoch: Name of the axis across.
        loss: Name of the upright axis.
    """
    seen = slice(0, moment + 1)
    colour = role_colour("query", style)
    figure = Drawing(
        [
            scatter(
                x=live.epochs[seen],
                y=live.losses[seen],
                mode="lines",
                line={"color": colour, "width": 3},
                hoverinfo="skip",
            ),
            scatter(
                x=live.epochs[moment : moment + 1],
                y=live.losses[moment : moment + 1],
                mode="markers",
                marker={"color": colour, "size": 11},
                hoverinfo="skip",
            ),
        ],
        style.layout(height=HEIGHT, margin={"l": 52, "r": 12, "t": 8, "b": 48}),
    )
    still: dict[str, Any] = {"zeroline": False, "fixedrange": True}
    figure.update_xaxes(title=plain(epoch), range=[0, live.settings.epochs], **still)
    figure.update_yaxes(title=plain(loss), range=[0, 1.05 * float(live.losses[0])], **still)
    return figure.done()
