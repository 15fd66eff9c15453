"""How well each layer tells the senses of words apart: a line a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.charts.point_groups import COLOURS
from bertviz_core.results import WordSenses

HEIGHT = 400
DASHES = {"es": "solid", "en": "dash", "pt": "dot"}
Read = Callable[[WordSenses], tuple[tuple[float, ...], float]]
"""A measure of a word after each layer, and of the last four layers together."""


def word_sense_lines(
    words: Sequence[WordSenses], style: ChartStyle, *, read: Read, labels: dict[str, str]
) -> go.Figure:
    """Draw a line for each word over the layers, and a point for the last four together.

    Args:
        words: What was compared.
        style: Colours and signs.
        read: The measure that is drawn.
        labels: What the picture says: `layer`, `input`, `last_four`, `measure`, `mean`.
    """
    figure = Drawing()
    drawn: dict[str, int] = {}
    for word in words:
        turn = drawn[word.language] = drawn.get(word.language, -1) + 1
        line = {"color": COLOURS[turn % len(COLOURS)], "dash": DASHES.get(word.language, "dashdot")}
        name = f"{word.word} ({word.language})"
        _add(figure, name, *read(word), style, line | {"width": 1.5})
    layers = [read(word)[0] for word in words]
    means = tuple(sum(layer) / len(words) for layer in zip(*layers, strict=True))
    last_four = sum(read(word)[1] for word in words) / len(words)
    _add(figure, labels["mean"], means, last_four, style, {"color": style.ink, "width": 4})
    last = len(means)
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 56, "r": 10, "t": 10, "b": 10},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": -0.2, "yanchor": "top", "entrywidth": 80},
        )
    )
    figure.update_xaxes(
        title={"text": plain(labels["layer"]), "standoff": 4},
        tickvals=list(range(last + 1)),
        ticktext=[plain(labels["input"]), *map(str, range(1, last)), plain(labels["last_four"])],
        tickangle=0,
        range=[-0.3, last + 0.4],
        **STILL,
    )
    figure.update_yaxes(title=plain(labels["measure"]), zeroline=False, nticks=6, fixedrange=True)
    return figure.done()


def _add(
    figure: Drawing,
    name: str,
    layers: tuple[float, ...],
    last_four: float,
    style: ChartStyle,
    line: dict[str, object],
) -> None:
    """Add a line, a gap, and a point to the right of the layers, shown and hidden together."""
    last = len(layers)
    values = [*layers, None, last_four]
    number, pointed = pointed_number(np.array(values, dtype=np.float64), "y", style, places=4)
    figure.add_trace(
        scatter(
            x=[*range(last), None, last],
            y=values,
            name=plain(name),
            mode="lines+markers",
            line=line,
            marker={"size": [4] * (last + 1) + [8]},
            hovertemplate=f"{plain(name)}<br>{number}<extra></extra>",
            **pointed,
        )
    )
