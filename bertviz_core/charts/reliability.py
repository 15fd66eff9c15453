"""Reliability curve: how often what a model calls probable is so."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, percent_ticks, plain
from bertviz_core.charts.drawing import Drawing, Trace, bar, scatter
from bertviz_core.results import Reliability

HEIGHT = 390
COUNTS_SHARE = 0.24
"""Part of the height that the bars of the counts take."""


def reliability_curve(result: Reliability, style: ChartStyle, *, words: dict[str, str]) -> go.Figure:
    """Draw how often an answer is right by the probability it was given, above the number of answers.

    Args:
        result: What was measured.
        style: Colours and signs.
        words: What the picture says: `said`, `so`, `pairs`, `ideal`.
    """
    some = result.counts > 0
    shares = result.observed[some]
    figure = Drawing(
        [
            scatter(
                x=[0, 1],
                y=[0, 1],
                mode="lines",
                line={"color": CHOSEN, "dash": "dash", "width": 2},
                hoverinfo="skip",
            ),
            scatter(
                x=result.predicted[some],
                y=shares,
                error_y={
                    "array": result.high[some] - shares,
                    "arrayminus": shares - result.low[some],
                    "color": MORE,
                    "thickness": 1,
                    "width": 3,
                },
                mode="lines+markers",
                line={"color": MORE, "width": 2},
                marker={"size": 8},
                customdata=np.stack([result.counts, result.low, result.high], axis=1)[some],
                hovertemplate=(
                    f"{plain(words['said'])}: %{{x:.3f}}<br>{plain(words['so'])}: %{{y:.3f}} "
                    "(%{customdata[1]:.2f} – %{customdata[2]:.2f})<br>"
                    f"{plain(words['pairs'])}: %{{customdata[0]}}<extra></extra>"
                ),
            ),
            _counts(result, words["pairs"]),
        ]
    )
    figure.add_annotation(
        x=0.7, y=0.74, text=plain(words["ideal"]), xanchor="right", yanchor="bottom", showarrow=False
    )
    figure.update_layout(
        style.layout(height=HEIGHT, margin={"l": 60, "r": 10, "t": 10, "b": 45}, bargap=0.08)
    )
    figure.update_xaxes(title=words["said"], range=[0, 1], **percent_ticks(style), anchor="y2", **STILL)
    figure.update_layout(
        yaxis={
            "title": words["so"],
            "range": [0, 1.02],
            **percent_ticks(style),
            "domain": [COUNTS_SHARE + 0.06, 1],
            **STILL,
        },
        yaxis2={"title": words["pairs"], "domain": [0, COUNTS_SHARE], "nticks": 3, "rangemode": "tozero"}
        | STILL,
    )
    return figure.done()


def _counts(result: Reliability, name: str) -> Trace:
    middles = (result.edges[:-1] + result.edges[1:]) / 2
    return bar(
        x=middles,
        y=result.counts,
        yaxis="y2",
        marker_color=MORE,
        opacity=0.55,
        customdata=np.stack([result.edges[:-1], result.edges[1:]], axis=1),
        hovertemplate=(
            f"%{{customdata[0]:.1f}} – %{{customdata[1]:.1f}}<br>{plain(name)}: %{{y}}<extra></extra>"
        ),
    )
