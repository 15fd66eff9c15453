"""How well each layer tells the senses of words apart: their mean, and a thin line a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MORE, STILL, ChartStyle, colour_at, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.results import WordSenses

HEIGHT = 400
Read = Callable[[WordSenses], tuple[tuple[float, ...], float]]
"""A measure of a word after each layer, and of the last four layers together."""


def word_sense_lines(
    words: Sequence[WordSenses], style: ChartStyle, *, read: Read, labels: dict[str, str]
) -> go.Figure:
    """Draw the mean over the layers with a thin line for each word, and points for the last four together.

    The mean, the best and the worst word are named where their lines end, the others on pointing.

    Args:
        words: What was compared.
        style: Colours and signs.
        read: The measure that is drawn.
        labels: What the picture says: `layer`, `input`, `last_four`, `measure`, `mean`.
    """
    figure = Drawing()
    ends = [read(word)[1] for word in words]
    named = {int(np.argmax(ends)), int(np.argmin(ends))} if len(words) > 1 else set()
    thin = {"color": colour_at([(0, style.background), (1, style.ink)], 0.35), "width": 1.5}
    for place, word in enumerate(words):
        name = f"{word.word} ({word.language})"
        _add(figure, name, *read(word), style, thin | {"width": 2.5} if place in named else thin)
    layers = [read(word)[0] for word in words]
    means = tuple(sum(layer) / len(words) for layer in zip(*layers, strict=True))
    last_four = sum(read(word)[1] for word in words) / len(words)
    _add(figure, labels["mean"], means, last_four, style, {"color": MORE, "width": 4})
    names = [(read(words[place])[1], f"{words[place].word} ({words[place].language})") for place in named]
    _name_ends(figure, [*names, (last_four, labels["mean"])], at=len(means))
    last = len(means)
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 64, "r": 130, "t": 10, "b": 48},
        )
    )
    figure.update_xaxes(
        title={"text": plain(labels["layer"]), "standoff": 4},
        tickvals=[*range(0, last, 2), last],
        ticktext=[
            f"0<br>{plain(labels['input'])}",
            *map(str, range(2, last, 2)),
            f"<br>{plain(labels['last_four'])}",
        ],
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


def _name_ends(figure: Drawing, ends: Sequence[tuple[float, str]], *, at: int) -> None:
    """Write names to the right of the points that lines end in."""
    for value, name in ends:
        figure.add_annotation(x=at, y=value, xshift=10, xanchor="left", text=plain(name), showarrow=False)
