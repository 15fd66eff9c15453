"""Heads on a plane: those that attend alike lie close together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.results import HeadSimilarity

HEIGHT, MARKER_SIZE = 430, 12
VISIBLE_FROM = 2
"""The first colours of the scale are all but the background's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMapWords:
    """Words around the points, in plain text."""

    values_title: str
    whole_numbers: bool
    """The values are counts, such as layers."""
    hovers: tuple[str, ...]
    """One line a head."""
    labels: dict[int, str]
    """What is written beside some of the heads, by their number."""


def head_map(
    similarity: HeadSimilarity, values: NDArray[np.float32], *, words: HeadMapWords, style: ChartStyle
) -> go.Figure:
    """Draw one point a head.

    Args:
        similarity: Places of the heads.
        values: What the colours show, `(layers * heads,)`.
        words: What is written.
        style: Colours and signs.
    """
    figure = Drawing(
        scatter(
            x=similarity.places[:, 0],
            y=similarity.places[:, 1],
            mode="markers+text",
            text=[plain(words.labels.get(number, "")) for number in range(len(values))],
            textposition="top center",
            textfont={"color": style.ink},
            hovertext=[plain(line) for line in words.hovers],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={
                "size": MARKER_SIZE,
                "color": values,
                "colorscale": _scale(style.sequential[VISIBLE_FROM:]),
                "line": {"width": 1, "color": style.ink},
                "showscale": True,
                "colorbar": {
                    "title": {"text": plain(words.values_title), "side": "right"},
                    "thickness": 12,
                    "tickformat": "d" if words.whole_numbers else ".2f",
                },
            },
        )
    )
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 4, "r": 4, "t": 32, "b": 4},
            dragmode="pan",
            uirevision=similarity.model,
        )
    )
    # The axes mean nothing by themselves: only how far points lie apart, alike in both directions.
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, scaleanchor="x")
    return figure.done()


def _scale(colours: tuple[str, ...]) -> list[list[float | str]]:
    """Spread colours evenly from 0 to 1."""
    return [[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)]
