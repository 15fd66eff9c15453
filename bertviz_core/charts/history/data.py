"""What a classifier takes for spam, and what becomes of it as the threshold moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    STILL,
    ChartStyle,
    colour_at,
    percent_ticks,
    plain,
    readable_ink,
)
from bertviz_core.charts.drawing import LETTERS, Drawing, heatmap, scatter
from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import OutcomeCounts

HEIGHT, CURVES_HEIGHT = 250, 330
_BIG = 24
_LINES: tuple[tuple[Role, str], ...] = (("query", "solid"), ("key", "dash"), ("value", "dot"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeWords:
    """What is written on a matrix, in the visitor's language."""

    right: str
    said: str
    wanted: str
    spam: str


def outcome_matrix(counts: OutcomeCounts, style: ChartStyle, words: OutcomeWords) -> go.Figure:
    """Draw the four counts on colours that are shares of their row.

    Args:
        counts: Of a classifier.
        style: Colours and signs.
        words: What the picture says.
    """
    matrix = counts.matrix()
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    rows, columns = np.indices(matrix.shape).reshape(2, -1)
    scale = style.sequential_scale()
    figure = Drawing(
        [
            heatmap(
                z=shares.astype(np.float32),
                zmin=0,
                zmax=1,
                colorscale=scale,
                showscale=False,
                xgap=2,
                ygap=2,
                hoverinfo="skip",
            ),
            scatter(
                x=columns,
                y=rows,
                mode="text",
                text=[style.numbers.number(count) for count in matrix.ravel().tolist()],
                textfont={
                    "size": _BIG,
                    "color": [readable_ink(colour_at(scale, share)) for share in shares.ravel().tolist()],
                },
                hoverinfo="skip",
            ),
        ],
        style.layout(height=HEIGHT, margin={"l": 10, "r": 6, "t": 6, "b": 10}),
    )
    names = {"tickvals": [0, 1], "ticktext": [plain(words.wanted), plain(words.spam)], **STILL}
    figure.update_xaxes(title={"text": plain(words.said), "standoff": 6}, automargin=True, **names)
    figure.update_yaxes(
        title={"text": plain(words.right), "standoff": 4}, range=[1.5, -0.5], automargin=True, **names
    )
    return figure.done()


def threshold_curves(
    thresholds: NDArray[np.float64],
    scores: NDArray[np.float64],
    chosen: Sequence[float],
    style: ChartStyle,
    *,
    names: Sequence[str],
    axis: str,
) -> go.Figure:
    """Draw precision, recall and F1 against the threshold, with lines where the chosen ones are.

    Args:
        thresholds: (t,) from 0 to 1.
        scores: (3, t); NaN leaves a gap.
        chosen: Thresholds, named A, B, C and on.
        style: Colours and signs.
        names: Of the three scores.
        axis: Name of the axis of thresholds.
    """
    figure = Drawing(
        [
            scatter(
                x=thresholds,
                y=line,
                mode="lines",
                name=plain(name),
                line={"color": role_colour(role, style), "dash": dash, "width": 3},
                hovertemplate=f"{plain(name)}: %{{y:.2f}}<extra></extra>",
            )
            for name, line, (role, dash) in zip(names, scores, _LINES, strict=True)
        ],
        style.layout(
            height=CURVES_HEIGHT,
            margin={"l": 56, "r": 12, "t": 26, "b": 76},
            showlegend=True,
            legend={
                "orientation": "h",
                "x": 0,
                "y": 0,
                "yref": "container",
                "yanchor": "bottom",
                "itemclick": False,
            },
        ),
    )
    for place, threshold in enumerate(chosen):
        figure.add_vline(threshold, line={"color": style.ink, "width": 2})
        figure.add_annotation(
            x=threshold,
            y=1,
            yref="y domain",
            yanchor="bottom",
            text=chr(ord("A") + place),
            font={"size": LETTERS + 2},
            showarrow=False,
        )
    figure.update_xaxes(
        title=plain(axis), range=[-0.01, 1.01], zeroline=False, fixedrange=True, **percent_ticks(style)
    )
    figure.update_yaxes(range=[0, 1.02], zeroline=False, fixedrange=True, **percent_ticks(style))
    return figure.done()
