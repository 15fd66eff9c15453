"""Scores side by side: groups along the axis, a bar for each kind of score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    CHOSEN,
    MORE,
    STILL,
    ChartStyle,
    percent_ticks,
    plain,
    readable_ink,
)
from bertviz_core.charts.drawing import Drawing, Trace, bar, scatter

COLOURS = (MORE, CHOSEN, "#009e73")
HEIGHT = 330
_HALF = 0.42
"""Half the width of a group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """One kind of score for every group, from 0 to 1; None is no bar."""

    name: str
    values: tuple[float | None, ...]
    ranges: tuple[tuple[float, float], ...] = ()
    """Interval of each value, where they are drawn; the numbers stand in the bars then, clear of them."""


def score_bars(
    groups: Sequence[str],
    scores: Sequence[Scores],
    style: ChartStyle,
    *,
    measure: str,
    baseline: Scores | None = None,
) -> go.Figure:
    """Draw the scores of each group beside each other.

    Args:
        groups: Names along the axis.
        scores: At most three kinds.
        style: Colours and signs.
        measure: Name of the vertical axis.
        baseline: What is reached without a model, as a broken line across each group.
    """
    return score_drawing(groups, scores, style, measure=measure, baseline=baseline).done()


def score_drawing(
    groups: Sequence[str],
    scores: Sequence[Scores],
    style: ChartStyle,
    *,
    measure: str,
    baseline: Scores | None = None,
) -> Drawing:
    """Draw the same as a part of a larger figure."""
    places = list(range(len(groups)))  # numbers, so that groups of one name stay apart
    figure = Drawing(
        [
            bar(
                x=places,
                y=kind.values,
                name=plain(kind.name),
                marker=look,
                text=["" if value is None else style.numbers.number(100 * value, 0) for value in kind.values],
                textposition="inside" if kind.ranges else "outside",
                insidetextanchor="start",
                textfont={"color": readable_ink(look["color"]) if kind.ranges else style.ink},
                textangle=0,
                cliponaxis=False,
                customdata=[plain(group) for group in groups],
                hovertemplate=f"%{{customdata}}<br>{plain(kind.name)}: %{{y:.4f}}<extra></extra>",
                **_lines(kind, style),
            )
            for kind, look in zip(scores, _looks(style), strict=False)
        ]
    )
    if baseline:
        figure.add_trace(_baseline(baseline, style))
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 56, "r": 10, "t": 40, "b": 40},
            barmode="group",
            bargap=1 - 2 * _HALF,
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        )
    )
    figure.update_xaxes(tickvals=places, ticktext=[plain(group) for group in groups], tickangle=0, **STILL)
    figure.update_yaxes(
        title=plain(measure), range=[0, 1.08], **percent_ticks(style), zeroline=False, fixedrange=True
    )
    return figure


def _looks(style: ChartStyle) -> tuple[dict[str, Any], ...]:
    """Return how each kind is drawn: full, an outline, stripes, so that no colour is needed."""
    return (
        {"color": COLOURS[0]},
        {"color": style.background, "line": {"color": COLOURS[1], "width": 3}},
        {"color": COLOURS[2], "pattern": {"shape": "/", "solidity": 0.6}},
    )


def _lines(kind: Scores, style: ChartStyle) -> dict[str, Any]:
    """Return the lines of the intervals, if they are drawn."""
    if not kind.ranges:
        return {}
    pairs = [(value or 0.0, *ends) for value, ends in zip(kind.values, kind.ranges, strict=True)]
    return {
        "error_y": {
            "array": [high - value for value, _low, high in pairs],
            "arrayminus": [value - low for value, low, _high in pairs],
            "color": style.ink,
            "thickness": 1.5,
            "width": 5,
        }
    }


def _baseline(scores: Scores, style: ChartStyle) -> Trace:
    across = [(place - _HALF, place + _HALF, None) for place in range(len(scores.values))]
    return scatter(
        x=[x for line in across for x in line],
        y=[y for value in scores.values for y in (value, value, None)],
        name=plain(scores.name),
        mode="lines",
        line={"color": style.ink, "dash": "dash", "width": 2},
        hovertemplate=f"{plain(scores.name)}: %{{y:.4f}}<extra></extra>",
    )
