"""Published results, a row for each task or system; and what was measured here, apart from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import LETTERS, Drawing, scatter
from bertviz_core.charts.point_groups import group_marker
from bertviz_core.charts.role_colours import role_colour

ROW, AROUND, LEAST_HEIGHT = 30, 104, 220
"""Pixels of a row, of axis and legend, and of the lowest chart."""

_ROOM = 0.06


def published_dots(
    rows: Sequence[str],
    columns: Sequence[str],
    values: NDArray[np.float64],
    style: ChartStyle,
    *,
    axis: str,
) -> go.Figure:
    """Draw a point for each number, a row for each task or system, a shape for each column.

    Args:
        rows: From the top.
        columns: Names of the columns.
        values: (rows, columns); NaN where there is none.
        style: Colours and signs.
        axis: Name of the axis of numbers.
    """
    figure = Drawing(_row_lines(values, style))
    for number, column in enumerate(columns):
        there = np.flatnonzero(~np.isnan(values[:, number]))
        figure.add_trace(
            scatter(
                x=values[there, number],
                y=there,
                mode="markers",
                name=plain(column),
                marker={**group_marker(number, style, solid=False), "size": 13},
                customdata=[style.numbers.number(one) for one in values[there, number].tolist()],
                hovertemplate=f"{plain(column)}: %{{customdata}}<extra></extra>",
                cliponaxis=False,
            )
        )
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = _ROOM * max(high - low, 1.0)
    _frame(figure, rows, style, axis=axis, ends=(low - room, high + room), legend=len(columns) > 1)
    return figure.done()


def measured_dots(
    rows: Sequence[str],
    values: NDArray[np.float64],
    ranges: NDArray[np.float64],
    style: ChartStyle,
    *,
    axis: str,
    ends: tuple[float, float],
    hollow: Sequence[bool] = (),
) -> go.Figure:
    """Draw what was measured here: a number with its interval in each row, written beside it.

    Args:
        rows: From the top.
        values: (rows,).
        ranges: (rows, 2); NaN where there is no interval.
        style: Colours and signs.
        axis: Name of the axis.
        ends: Where it begins and ends.
        hollow: Rows that are published, for comparison.
    """
    published = np.array(hollow or [False] * len(rows))
    colours = (role_colour("value", style), role_colour("segment", style))
    figure = Drawing([])
    for own, colour, symbol in (
        (np.flatnonzero(~published), colours[0], "square"),
        (np.flatnonzero(published), colours[1], "circle-open"),
    ):
        if not len(own):
            continue
        figure.add_trace(
            scatter(
                x=values[own],
                y=own,
                mode="markers+text",
                marker={"color": colour, "symbol": symbol, "size": 13},
                error_x=_bars(values[own], ranges[own], colour),
                text=[f"{style.numbers.number(one, 1)}" for one in values[own].tolist()],
                textposition="top center",
                textfont={"size": LETTERS, "color": colour},
                hoverinfo="skip",
                cliponaxis=False,
                showlegend=False,
            )
        )
    _frame(figure, rows, style, axis=axis, ends=ends, legend=False, row=38)
    return figure.done()


def _bars(values: NDArray[np.float64], ranges: NDArray[np.float64], colour: str) -> dict[str, Any] | None:
    if np.isnan(ranges).any():
        return None
    return {
        "type": "data",
        "symmetric": False,
        "array": (ranges[:, 1] - values).tolist(),
        "arrayminus": (values - ranges[:, 0]).tolist(),
        "color": colour,
        "thickness": 2,
    }


def _row_lines(values: NDArray[np.float64], style: ChartStyle) -> list[dict[str, Any]]:
    """Join the numbers of each row by a thin line."""
    return [
        scatter(
            x=[float(np.nanmin(row)), float(np.nanmax(row))],
            y=[place] * 2,
            mode="lines",
            line={"color": role_colour("segment", style), "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
        for place, row in enumerate(values)
    ]


def _frame(
    figure: Drawing,
    rows: Sequence[str],
    style: ChartStyle,
    *,
    axis: str,
    ends: tuple[float, float],
    legend: bool,
    row: int = ROW,
) -> None:
    figure.update_layout(
        style.layout(
            height=max(LEAST_HEIGHT if legend else 130, row * len(rows) + AROUND - (0 if legend else 40)),
            margin={"l": 8, "r": 16, "t": 10, "b": 86 if legend else 48},
            showlegend=legend,
            legend={
                "orientation": "h",
                "x": 0,
                "xref": "container",
                "y": 0,
                "yref": "container",
                "yanchor": "bottom",
                "itemclick": False,
            },
        )
    )
    figure.update_xaxes(
        title={"text": plain(axis), "standoff": 4}, range=list(ends), zeroline=False, fixedrange=True
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[plain(one) for one in rows],
        range=[len(rows) - 0.5, -0.6],
        automargin=True,
        **STILL,
    )
