"""Vectors of positions as a map, and how alike each two of them are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, note, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, heatmap

HEIGHT, TOP = 380, 28
FULL_COLOUR = 0.99
"""Share of the numbers below which colours still grow: a few large ones would leave all others pale."""

WRITTEN = 10_000
"""Cells; of a larger map the browser itself writes the number that is pointed at."""


def position_map(
    values: NDArray[np.float32],
    style: ChartStyle,
    *,
    title: str,
    across: str,
    down: str,
    columns: Sequence[int] | None = None,
    full: float | None = None,
) -> go.Figure:
    """Draw a row for each position: its vector, or its cosines with all positions.

    Args:
        values: (positions, dimensions) or (positions, positions).
        style: Colours and signs.
        title: Above the map.
        across: Name of a column.
        down: Name of a row.
        columns: Numbers of the columns, where they are drawn in another order than that of the numbers.
        full: Size of the numbers with full colours; that of nearly all of these when left out.
    """
    most = full or float(np.quantile(np.abs(values), FULL_COLOUR)) or 1.0
    number, pointed = _number(values, style)
    figure = Drawing(
        [
            heatmap(
                z=values,
                x=None if columns is None else [str(column) for column in columns],
                zmin=-most,
                zmax=most,
                colorscale=style.diverging_scale(),
                showscale=False,
                hovertemplate=f"{plain(down)} %{{y}}<br>{plain(across)} %{{x}}: {number}<extra></extra>",
                **pointed,
            )
        ],
        style.layout(
            height=HEIGHT,
            margin={"l": 8, "r": 8, "t": TOP, "b": 8},
            xaxis={"title": {"text": across, "standoff": 6}, "automargin": True, **_kind(columns), **STILL},
            yaxis={
                "title": {"text": down, "standoff": 6},
                "range": [len(values) - 0.5, -0.5],
                "automargin": True,
                **STILL,
            },
        ),
    )
    note(figure, plain(title), x=0, y=1)
    return figure.done()


def _kind(columns: Sequence[int] | None) -> dict[str, Any]:
    """Return what lets columns stand in the order in which they are given, few of them named."""
    return {} if columns is None else {"type": "category", "nticks": 6, "tickangle": 0}


def _number(values: NDArray[np.float32], style: ChartStyle) -> tuple[str, dict[str, Any]]:
    if values.size > WRITTEN:
        return "%{z:.3f}", {}
    return pointed_number(values, "z", style, places=3)
