"""A token on its way through the layers: what each adds, and where the state is after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, note, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, Trace, bar, scatter
from bertviz_core.charts.words.geometry import MOST_NAMED, layer_axis
from bertviz_core.results import TokenPath

HEIGHT, TOP = 350, 34
NORMS_TOP, COSINES_BOTTOM = 0.2, 0.34
FIRST, SECOND = "#009e73", "#cc79a7"
"""Okabe-Ito colours of the first and the second text."""

_SIDES = ((FIRST, "circle", "solid"), (SECOND, "square", "dash"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PathWords:
    """What the pictures say."""

    layer: str
    input: str
    attention: str
    feed_forward: str
    moved: str
    sides: tuple[str, ...]
    """Names of the followed tokens, one or two."""
    added: str
    """Heading of the bars."""
    cosines: str
    norms: str
    to_start: tuple[str, ...]
    """Names of the lines to each path's start."""
    between: str


def path_bars(paths: Sequence[TokenPath], style: ChartStyle, words: PathWords) -> go.Figure:
    """Draw for each layer what attention and the feed-forward part add, one on the other.

    Args:
        paths: One path, or two through the same model; bars of the second are outlines.
        style: Colours and signs.
        words: What the picture says.
    """
    layers = len(paths[0].attention)
    figure = Drawing([trace for side in range(len(paths)) for trace in _added(paths, side, style, words)])
    figure.update_layout(_layout(style, barmode="overlay"))
    step = -(-layers // MOST_NAMED)
    shown = list(range(1, layers + 1, step))
    figure.update_xaxes(
        title={"text": plain(words.layer), "standoff": 4},
        tickvals=shown,
        ticktext=list(map(str, shown)),
        tickangle=0,
        **STILL,
    )
    figure.update_yaxes(
        rangemode="tozero", nticks=6, fixedrange=True, showgrid=False, zerolinecolor=style.ink
    )
    note(figure, f"<b>{plain(words.added)}</b>", x=0, y=1, yshift=4)
    return figure.done()


def path_lines(paths: Sequence[TokenPath], style: ChartStyle, words: PathWords) -> go.Figure:
    """Draw above the cosine of each state to its start, and of both paths; below, the states' lengths.

    Args:
        paths: One path, or two through the same model.
        style: Colours and signs.
        words: What the picture says.
    """
    figure = Drawing()
    if len(paths) == 2:
        line = {"color": style.ink, "width": 3}
        figure.add_trace(
            _line(paths[0].cosine_to(paths[1]), words.between, style, words, line=line, symbol="x")
        )
    for side, (path, (colour, symbol, dash)) in enumerate(zip(paths, _SIDES, strict=False)):
        line = {"color": colour, "width": 2, "dash": dash}
        name = f"{words.norms}: {words.sides[side]}"
        figure.add_trace(
            _line(path.cosine_to_start, words.to_start[side], style, words, line=line, symbol=symbol)
        )
        figure.add_trace(_line(path.norms, name, style, words, line=line, symbol=symbol, low=True))
    axis = {"nticks": 5, "fixedrange": True, "showgrid": False, "zeroline": True, "zerolinecolor": style.ink}
    figure.update_layout(
        _layout(
            style,
            xaxis=layer_axis(len(paths[0].norms) - 1, words.layer, words.input) | {"anchor": "y2"},
            yaxis=axis | {"domain": [COSINES_BOTTOM, 1], "anchor": "x"},
            yaxis2=axis | {"domain": [0, NORMS_TOP], "anchor": "x", "rangemode": "tozero", "nticks": 3},
        )
    )
    note(figure, f"<b>{plain(words.cosines)}</b>", x=0, y=1, yshift=4)
    note(figure, f"<b>{plain(words.norms)}</b>", x=0, y=NORMS_TOP, yshift=2)
    return figure.done()


def _layout(style: ChartStyle, **more: Any) -> dict[str, Any]:
    """Return what both pictures share, so that they stand beside each other."""
    return style.layout(
        height=HEIGHT,
        margin={"l": 40, "r": 10, "t": TOP, "b": 10},
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": -0.28, "yanchor": "top"},
        **more,
    )


def _added(paths: Sequence[TokenPath], side: int, style: ChartStyle, words: PathWords) -> Iterator[Trace]:
    """Yield the bars of one path, and a diamond on each for how far the state moves in the end."""
    path, width = paths[side], 0.8 / len(paths)
    places = [layer + 1 + (side - (len(paths) - 1) / 2) * width for layer in range(len(path.attention))]
    attention, feed_forward = path.added_by_attention, path.added_by_feed_forward
    for name, values, base, colour in (
        (words.attention, attention, None, MORE),
        (words.feed_forward, feed_forward, attention, CHOSEN),
    ):
        yield bar(
            x=places,
            y=values,
            base=None if base is None else base.tolist(),
            width=0.92 * width,
            name=plain(name),
            showlegend=not side,
            marker={
                "color": style.background if side else colour,
                "line": {"color": colour, "width": 3 * side},
            },
            customdata=_numbered(values),
            hovertemplate=_pointed(words, side, name),
        )
    yield scatter(
        x=places,
        y=path.moved,
        mode="markers",
        name=plain(words.moved),
        showlegend=not side,
        marker={
            "symbol": "diamond",
            "size": 8,
            "color": style.ink,
            "line": {"color": style.background, "width": 1},
        },
        customdata=_numbered(path.moved),
        hovertemplate=_pointed(words, side, words.moved),
    )


def _numbered(values: NDArray[np.float64]) -> list[tuple[int, float]]:
    """Return each value with the number of its layer."""
    return list(enumerate(values.tolist(), start=1))


def _line(
    values: NDArray,
    name: str,
    style: ChartStyle,
    words: PathWords,
    *,
    line: dict[str, object],
    symbol: str,
    low: bool = False,
) -> Trace:
    number, pointed = pointed_number(values, "y", style, places=4)
    return scatter(
        x=list(range(len(values))),
        y=values,
        name=plain(name),
        mode="lines+markers",
        line=line,
        marker={"symbol": symbol, "size": 7},
        yaxis="y2" if low else "y",
        showlegend=not low,
        hovertemplate=f"{plain(words.layer)} %{{x}}<br>{plain(name)}: {number}<extra></extra>",
        **pointed,
    )


def _pointed(words: PathWords, side: int, name: str) -> str:
    return (
        f"{plain(words.sides[side])}<br>{plain(words.layer)} %{{customdata[0]}}"
        f"<br>{plain(name)}: %{{customdata[1]:.4f}}<extra></extra>"
    )
