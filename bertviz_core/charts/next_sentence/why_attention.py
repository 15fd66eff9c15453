"""Where `[CLS]` and the texts of a pair look in each layer: shares as lines."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, note, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.results import AttentionBetween

HEIGHT, TOP, BETWEEN = 380, 44, 0.2
FIRST, SECOND = "#009e73", "#cc79a7"
"""Okabe-Ito colours of the first and the second text."""
DASHES = {"circle": "solid", "square": "dash", "x": "dot"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BetweenWords:
    """What is written on the chart, in the visitor's language."""

    cls: str
    """Heading of the upper picture."""
    across: str
    """Heading of the lower one."""
    layer: str
    first: str
    second: str
    special: str
    first_to_second: str
    second_to_first: str


def attention_between_lines(between: AttentionBetween, style: ChartStyle, words: BetweenWords) -> go.Figure:
    """Draw above where `[CLS]` looks, below how much each text looks at the other one."""
    figure = Drawing(
        [
            _line(between.cls_to_first, words.first, FIRST, words=words),
            _line(between.cls_to_second, words.second, SECOND, words=words, symbol="square"),
            _line(between.cls_to_special, words.special, style.ink, words=words, symbol="x"),
            _line(between.first_to_second, words.first_to_second, FIRST, words=words, axis="y2"),
            _line(
                between.second_to_first,
                words.second_to_first,
                SECOND,
                words=words,
                axis="y2",
                symbol="square",
            ),
        ]
    )
    layers = len(between.cls_to_first)
    middle = (1 - BETWEEN) / 2
    shares = {"rangemode": "tozero", "nticks": 4, "showgrid": False, "zeroline": True, "fixedrange": True}
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 40, "r": 10, "t": TOP, "b": 40},
            xaxis={
                "title": {"text": plain(words.layer), "standoff": 4},
                "tickvals": list(range(1, layers + 1)),
                "tickangle": 0,
                "anchor": "y2",
                **STILL,
            },
            yaxis=shares | {"domain": [1 - middle, 1], "zerolinecolor": style.ink, "anchor": "x"},
            yaxis2=shares | {"domain": [0, middle], "zerolinecolor": style.ink, "anchor": "x"},
        )
    )
    note(
        figure,
        _legend(words.cls, ((words.first, FIRST), (words.second, SECOND), (words.special, style.ink))),
        x=0,
        y=1,
        align="left",
    )
    note(
        figure,
        _legend(words.across, ((words.first_to_second, FIRST), (words.second_to_first, SECOND))),
        x=0,
        y=middle,
        align="left",
    )
    return figure.done()


def _legend(heading: str, lines: tuple[tuple[str, str], ...]) -> str:
    """Write a heading, and under it the names of the lines, each with its sign and colour."""
    names = (
        f'<span style="color:{colour}">{sign}</span> {plain(name)}'
        for sign, (name, colour) in zip("●■✕", lines, strict=False)
    )
    return f"<b>{plain(heading)}</b><br>{'  '.join(names)}"


def _line(
    shares: NDArray, name: str, colour: str, *, words: BetweenWords, axis: str = "y", symbol: str = "circle"
) -> Trace:
    return scatter(
        x=list(range(1, len(shares) + 1)),
        y=shares,
        name=plain(name),
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": DASHES[symbol]},
        marker={"symbol": symbol, "size": 7},
        yaxis=axis,
        hovertemplate=f"{plain(words.layer)} %{{x}}, {plain(name)}: %{{y:.4f}}<extra></extra>",
    )
