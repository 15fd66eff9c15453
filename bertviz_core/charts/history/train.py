"""Vectors being learned: the map of the words and the loss, at one moment; and words as one-hot rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import LETTERS, Drawing, scatter
from bertviz_core.charts.point_groups import NO_GROUP, group_marker
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import LiveVectors

HEIGHT = 380
_REACH = 1.02
"""Directions have the length 1: nothing on the map lies further out."""

_SIDES = ("top center", "bottom center", "middle right", "middle left")


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
    points, drawn = live.points[moment], set[int]()
    figure = Drawing([], style.layout(height=HEIGHT, margin={"l": 4, "r": 4, "t": 4, "b": 30}))
    for number, (group, words) in enumerate(groups.items()):
        own = [place for place, name in enumerate(names) if name in words]
        drawn.update(own)
        figure.add_trace(_group(points[own], [names[place] for place in own], group, number, style))
    rest = [place for place in range(len(names)) if place not in drawn]
    if rest:
        figure.add_trace(_group(points[rest], [names[place] for place in rest], "", NO_GROUP, style))
    if groups:
        figure.update_layout(
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "itemclick": False},
        )
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(range=[-_REACH, _REACH], showticklabels=False, **STILL)
    return figure.done()


def _group(
    points: np.ndarray, names: Sequence[str], group: str, number: int, style: ChartStyle
) -> dict[str, object]:
    marker = group_marker(number, style, solid=False)
    return scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers+text",
        name=plain(group),
        showlegend=bool(group),
        text=[plain(name) for name in names],
        textposition=[_SIDES[place % len(_SIDES)] for place in range(len(names))],
        textfont={"size": LETTERS, "color": style.ink},
        marker={**marker, "size": 9},
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
    still = {"zeroline": False, "fixedrange": True}
    figure.update_xaxes(title=plain(epoch), range=[0, live.settings.epochs], **still)
    figure.update_yaxes(title=plain(loss), range=[0, 1.05 * float(live.losses[0])], **still)
    return figure.done()
