"""How far each head moved, as a map of all heads; one head before and after, or the difference of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    STILL,
    ChartStyle,
    names_room,
    note,
    plain,
    pointed_number,
    share_colourbar,
    thinned_token_axis,
    token_labels,
)
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.charts.heat_cells import clickable_cells, frame_cell
from bertviz_core.results import AttentionChange, Encoding

HEIGHT = 380
_CLICKED = 22
_BETWEEN = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWords:
    """What the pictures say, in the visitor's language."""

    layer: str
    head: str
    bits: str
    before: str
    after: str
    difference: str
    attends: str
    """Between a token that looks and one that is looked at."""


def head_change_map(
    change: AttentionChange, chosen: tuple[int, int], style: ChartStyle, words: ChangeWords
) -> go.Figure:
    """Draw one cell a head, layers from top to bottom; the point in each of them can be selected.

    Args:
        change: What is drawn.
        chosen: The head (layer, head), 0-based, that has a frame.
        style: Colours and signs.
        words: What the picture says.
    """
    layers, heads = change.divergence.shape
    rows, columns = np.indices((layers, heads)) + 1
    figure = Drawing(
        [
            heatmap(
                z=change.divergence,
                x=list(range(1, heads + 1)),
                y=list(range(1, layers + 1)),
                zmin=0,
                zmax=max(float(change.divergence.max()), 1e-6),
                colorscale=style.sequential_scale(),
                colorbar={
                    "thickness": 8,
                    "outlinewidth": 0,
                    "xpad": 2,
                    "nticks": 4,
                    "title": {"text": plain(words.bits), "side": "right"},
                },
                hoverinfo="skip",
                xgap=1,
                ygap=1,
            ),
            clickable_cells(
                columns.ravel(),
                rows.ravel(),
                size=_CLICKED,
                customdata=[style.numbers.small(value) for value in change.divergence.ravel().tolist()],
                hovertemplate=(
                    f"{plain(words.layer)} %{{y}}, {plain(words.head)} %{{x}}<br>%{{customdata}} "
                    f"{plain(words.bits)}<extra></extra>"
                ),
            ),
        ]
    )
    layer, head = chosen
    frame_cell(figure, head + 1, layer + 1, colour=CHOSEN, reach=0.5)
    figure.update_layout(
        style.layout(height=HEIGHT, margin={"l": 40, "r": 4, "t": 26, "b": 36}, clickmode="event+select")
    )
    figure.update_xaxes(
        title={"text": plain(words.head), "standoff": 2},
        dtick=1 if heads <= 12 else 2,
        tickangle=0,
        range=[0.5, heads + 0.5],
        **STILL,
    )
    figure.update_yaxes(
        title={"text": plain(words.layer), "standoff": 2},
        dtick=1 if layers <= 12 else 2,
        range=[layers + 0.5, 0.5],
        **STILL,
    )
    return figure.done()


def attention_before_after(
    encoding: Encoding,
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    style: ChartStyle,
    words: ChangeWords,
) -> go.Figure:
    """Draw the attention of one head before and after, in one scale of square-root colours.

    Args:
        encoding: The n tokens.
        weights: (query, key) of the head before and after.
        style: Colours and signs.
        words: What the picture says.
    """
    most = max(float(side.max()) for side in weights)
    labels = token_labels(encoding, range(len(encoding)))
    figure = Drawing()
    for side, (values, axis) in enumerate(zip(weights, ("x", "x2"), strict=True)):
        figure.add_trace(
            heatmap(
                z=np.sqrt(values),
                x=[str(place) for place in range(len(labels))],
                y=[str(place) for place in range(len(labels))],
                xaxis=axis,
                zmin=0,
                zmax=max(most, 1e-6) ** 0.5,
                colorscale=style.sequential_scale(),
                showscale=side == 1,
                colorbar=share_colourbar("", style, most=most),
                customdata=_pointed(labels, values, words),
                hovertemplate="%{customdata[0]}<br>%{customdata[1]:.4f}<extra></extra>",
            )
        )
    half = (1 - _BETWEEN) / 2
    _lay_out(figure, labels, style, domains=([0, half], [1 - half, 1]))
    for place, heading in ((0, words.before), (1 - half, words.after)):
        note(figure, plain(heading), x=place, y=1)
    return figure.done()


def attention_difference(
    encoding: Encoding,
    weights: tuple[NDArray[np.float32], NDArray[np.float32]],
    style: ChartStyle,
    words: ChangeWords,
) -> go.Figure:
    """Draw by how much each weight of one head rose or fell; arguments as for both beside each other."""
    change = weights[1] - weights[0]
    reach = max(float(np.abs(change).max()), 1e-6)
    labels = token_labels(encoding, range(len(encoding)))
    number, pointed = pointed_number(change, "z", style, places=4, sign=True)
    figure = Drawing(
        heatmap(
            z=change,
            x=[str(place) for place in range(len(labels))],
            y=[str(place) for place in range(len(labels))],
            zmin=-reach,
            zmax=reach,
            colorscale=style.diverging_scale(),
            colorbar={"thickness": 10, "outlinewidth": 0, "xpad": 4, "nticks": 5},
            customdata=_pointed(labels, change, words),
            hovertemplate=f"%{{customdata[0]}}<br>{number}<extra></extra>",
            **pointed,
        )
    )
    _lay_out(figure, labels, style, domains=([0, 1],))
    note(figure, plain(words.difference), x=0, y=1)
    return figure.done()


def _pointed(labels: list[str], values: NDArray[np.float32], words: ChangeWords) -> list[list[list[object]]]:
    """Name the two tokens of every cell, with its number."""
    return [
        [
            [f"{plain(query)} {plain(words.attends)} {plain(key)}", float(value)]
            for key, value in zip(labels, row, strict=True)
        ]
        for query, row in zip(labels, values, strict=True)
    ]


def _lay_out(
    figure: Drawing, labels: list[str], style: ChartStyle, *, domains: Sequence[list[float]]
) -> None:
    """Give maps that stand beside each other one axis of tokens on the left, and each its own below."""
    tokens = thinned_token_axis(labels, style)
    width = names_room(labels)
    figure.update_layout(
        style.layout(height=HEIGHT, margin={"l": width, "r": 4, "t": 26, "b": width}),
        **{
            f"xaxis{number if number > 1 else ''}": tokens | {"tickangle": -90, "domain": domain}
            for number, domain in enumerate(domains, start=1)
        },
        yaxis=tokens | {"autorange": "reversed"},
    )
