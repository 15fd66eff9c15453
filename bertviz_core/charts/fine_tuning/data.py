"""A data set in two pictures: how often each class is in it, and how long its texts are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, LESS, MORE, STILL, ChartStyle, beginning, plain
from bertviz_core.charts.drawing import Drawing, bar, scatter

PART_COLOURS = (MORE, "#56b4e9", CHOSEN)
"""Of the examples to learn from, to validate with, and held out."""

PART_PATTERNS = ("", "/", ".")
"""The same without colour."""

ROW_HEIGHT, LONGEST_NAME = 30, 24
_BINS = 24
MOST_LIMITS = 4
"""Lengths beyond this many times what is read are drawn in the last bar."""


def class_counts(
    names: Sequence[str], counts: NDArray[np.int64], style: ChartStyle, *, parts: Sequence[str]
) -> go.Figure:
    """Draw how often each class is in each part, the first class on top.

    Args:
        names: Of the classes (n,), text of visitors.
        counts: (3, n), a row for each part.
        style: Colours and signs.
        parts: Names of the three parts.
    """
    rows, totals = np.arange(len(names)), counts.sum(axis=0)
    everything = max(1, int(totals.sum()))
    figure = Drawing(
        [
            bar(
                x=counts[part],
                y=rows,
                orientation="h",
                name=plain(parts[part]),
                marker={
                    "color": PART_COLOURS[part],
                    "pattern": {"shape": PART_PATTERNS[part], "solidity": 0.6},
                },
                width=0.66,
                hovertext=[plain(name) for name in names],
                hovertemplate=f"%{{hovertext}}<br>{plain(parts[part])}: %{{x}}<extra></extra>",
            )
            for part in range(3)
        ]
    )
    figure.add_trace(
        scatter(
            x=totals,
            y=rows,
            mode="text",
            text=[
                f" {style.numbers.number(total)} · {style.numbers.percent(total / everything, 0)}"
                for total in totals.tolist()
            ],
            textposition="middle right",
            textfont={"color": style.ink},
            cliponaxis=False,
            hoverinfo="skip",
            showlegend=False,
        )
    )
    figure.update_layout(
        style.layout(
            barmode="stack",
            height=ROW_HEIGHT * len(names) + 66,
            margin={"l": 10, "r": 8, "t": 4, "b": 34},
            showlegend=True,
            legend={
                "orientation": "h",
                "x": 0,
                "y": 0,
                "yref": "container",
                "yanchor": "bottom",
                "traceorder": "normal",
            },
        )
    )
    figure.update_xaxes(range=[0, 1.34 * max(1, int(totals.max(initial=1)))], showticklabels=False, **STILL)
    figure.update_yaxes(
        range=[len(names) - 0.5, -0.5],
        tickvals=rows,
        ticktext=[plain(beginning(name, LONGEST_NAME)) for name in names],
        automargin=True,
        **STILL,
    )
    return figure.done()


def text_lengths(
    lengths: NDArray[np.int64], style: ChartStyle, *, limit: int, words: tuple[str, str, str]
) -> go.Figure:
    """Draw how many texts have how many tokens, with a line where they are cut.

    Args:
        lengths: Tokens of each text (n,).
        style: Colours and signs.
        limit: Tokens that the model reads at most while it learns.
        words: Names of tokens and of texts, and what the line means.
    """
    tokens, texts, line = map(plain, words)
    # A few very long texts would press all others into one bar.
    longest = min(max(int(lengths.max(initial=1)), 8), MOST_LIMITS * limit)
    beyond = bool((lengths > longest).any())
    edges = np.unique(np.linspace(0, longest, _BINS + 1).astype(np.int64))
    counts, edges = np.histogram(np.minimum(lengths, longest), bins=edges)
    until = [f" – {edge}" for edge in edges[1:]]
    if beyond:
        until[-1] = " +"
    figure = Drawing(
        bar(
            x=(edges[:-1] + edges[1:]) / 2,
            y=counts,
            width=np.diff(edges) * 0.92,
            marker_color=[LESS if edge >= limit else MORE for edge in edges[:-1]],
            hovertext=[f"{edge}{end}" for edge, end in zip(edges[:-1], until, strict=True)],
            hovertemplate=f"%{{hovertext}} {tokens}: %{{y}} {texts}<extra></extra>",
        )
    )
    if limit <= longest:
        figure.add_vline(x=limit, line={"color": style.ink, "dash": "dot", "width": 1})
        figure.add_annotation(
            x=limit, y=1, yref="paper", text=line, showarrow=False, xanchor="right", yanchor="bottom"
        )
    figure.update_layout(style.layout(height=220, margin={"l": 10, "r": 8, "t": 30, "b": 40}, bargap=0))
    figure.update_xaxes(title={"text": tokens, "standoff": 4}, rangemode="tozero", **STILL)
    figure.update_yaxes(title={"text": texts, "standoff": 4}, automargin=True, nticks=5, **STILL)
    return figure.done()
