"""Texts or words as points by their vectors, before and after; how far classes are apart layer by layer."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    MORE,
    STILL,
    ChartStyle,
    beginning,
    colour_at,
    note,
    plain,
    pointed_number,
)
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.charts.hover_sentence import LINE, MOST_LINES, marked_sentence
from bertviz_core.charts.point_groups import PointGroups, group_marker
from bertviz_core.results import LabelledPlace, StateChange

HEIGHT, LINES_HEIGHT = 360, 250
NAMED, SHOWN_LETTERS = 12, 26
_HALF = 0.49


@dataclass(frozen=True, slots=True, kw_only=True)
class StateWords:
    """What the pictures say, in the visitor's language."""

    before: str
    after: str
    layer: str
    silhouette: str


def state_maps(
    change: StateChange,
    points: tuple[NDArray[np.float32], NDArray[np.float32]],
    groups: PointGroups,
    style: ChartStyle,
    words: StateWords,
) -> go.Figure:
    """Draw a point for each place before and, beside it, after.

    Args:
        change: The places.
        points: (n, 2) before and after.
        groups: What they are coloured by.
        style: Colours and signs.
        words: What the picture says.
    """
    hovers = [_pointed(place, groups, number) for number, place in enumerate(change.places)]
    figure = Drawing()
    for side, (places, axis) in enumerate(zip(points, ("", "2"), strict=True)):
        for name, part, number in groups.parts():
            figure.add_trace(
                scatter(
                    x=places[part, 0],
                    y=places[part, 1],
                    xaxis=f"x{axis}",
                    yaxis=f"y{axis}",
                    mode="markers",
                    name=plain(beginning(name, SHOWN_LETTERS)),
                    legendgroup=str(number),
                    showlegend=side == 0 and len(groups.names) <= NAMED,
                    marker={"size": 9, "opacity": 0.85, **group_marker(number, style, solid=False)},
                    customdata=part,
                    text=[hovers[point] for point in part.tolist()],
                    hovertemplate="%{text}<extra></extra>",
                    hoverlabel={"align": "left"},
                )
            )
    faint = {"gridcolor": colour_at([(0, style.background), (1, style.ink)], 0.1)}
    bare = {"showticklabels": False, "showgrid": True, "zeroline": False, "fixedrange": True, **faint}
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 8, "r": 8, "t": 26, "b": 34},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": -0.01, "yanchor": "top", "itemsizing": "constant"},
            xaxis=bare | {"domain": [0, _HALF]},
            xaxis2=bare | {"domain": [1 - _HALF, 1]},
            yaxis=bare | {"anchor": "x", "scaleanchor": "x"},
            yaxis2=bare | {"anchor": "x2", "scaleanchor": "x2"},
        )
    )
    note(figure, plain(words.before), x=0, y=1)
    note(figure, plain(words.after), x=1 - _HALF, y=1)
    return figure.done()


def silhouette_lines(change: StateChange, layer: int, style: ChartStyle, words: StateWords) -> go.Figure:
    """Draw the silhouette of the classes after each layer, before and after; a line marks the layer shown."""
    layers = list(range(change.silhouette.shape[1]))
    figure = Drawing(
        [
            _line(
                layers,
                change.silhouette[0],
                words.before,
                style.ink,
                style=style,
                words=words,
                symbol="circle-open",
            ),
            _line(layers, change.silhouette[1], words.after, MORE, style=style, words=words, symbol="circle"),
        ]
    )
    figure.add_vline(x=layer, line={"color": CHOSEN, "width": 2, "dash": "dot"})
    figure.update_layout(
        style.layout(
            height=LINES_HEIGHT,
            margin={"l": 36, "r": 6, "t": 42, "b": 34},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        )
    )
    note(figure, plain(words.silhouette), x=0, y=1, yshift=20)
    figure.update_xaxes(title={"text": plain(words.layer), "standoff": 2}, nticks=7, tickangle=0, **STILL)
    figure.update_yaxes(zeroline=True, zerolinecolor=style.ink, zerolinewidth=0.5, nticks=5, fixedrange=True)
    return figure.done()


def _line(
    layers: list[int],
    values: NDArray[np.float64],
    name: str,
    colour: str,
    *,
    style: ChartStyle,
    words: StateWords,
    symbol: str,
) -> Trace:
    number, pointed = pointed_number(values, "y", style, places=3)
    return scatter(
        x=layers,
        y=values,
        name=plain(name),
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": "dash" if symbol.endswith("open") else "solid"},
        marker={"symbol": symbol, "size": 6},
        hovertemplate=f"{plain(words.layer)} %{{x}}, {plain(name)}: {number}<extra></extra>",
        **pointed,
    )


def _pointed(place: LabelledPlace, groups: PointGroups, number: int) -> str:
    """Return what pointing at a place shows: its text, all of it as written, and its class."""
    if place.word is not None:
        text = marked_sentence(place.text, *place.word)
    else:
        parts = [place.text] if place.pair is None else [place.text, place.pair]
        text = "<br>―<br>".join(_lines(part) for part in parts)
    return f"{text}<br><i>{plain(groups.title)}: {plain(groups.of_point(number))}</i>"


def _lines(text: str) -> str:
    lines = textwrap.wrap(text, LINE) or [text]
    shown = lines[:MOST_LINES] if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]
    return "<br>".join(map(plain, shown))
