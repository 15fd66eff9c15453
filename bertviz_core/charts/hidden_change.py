"""How far hidden states move without some heads: layers from top to bottom, tokens from left to right."""

from __future__ import annotations

from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, token_labels, token_ticks
from bertviz_core.results import HiddenChange

ROW_HEIGHT = 13
MOST_TICKS = 20


def hidden_change_map(
    change: HiddenChange, values: NDArray[np.float32], style: ChartStyle, *, words: dict[str, str]
) -> go.Figure:
    """Draw one number for each layer and token.

    Args:
        change: What was compared.
        values: One of its measures, (layers + 1, tokens).
        style: Colours and signs.
        words: What the picture says: `layer`, `input`, `measure`.
    """
    labels = token_labels(change.encoding, range(len(change.encoding)))
    rows = [words["input"], *(f"{words['layer']} {number}" for number in range(1, len(values)))]
    figure = go.Figure(
        go.Heatmap(
            z=values,
            zmin=0,
            zmax=max(float(values.max(initial=0)), 1e-6),
            colorscale=style.sequential_scale(),
            colorbar={"title": {"text": words["measure"], "side": "right"}, "thickness": 10, "nticks": 5},
            customdata=np.array([[[escape(row), escape(label)] for label in labels] for row in rows]),
            hovertemplate="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.4f}<extra></extra>",
        )
    )
    figure.update_layout(
        style.layout(height=ROW_HEIGHT * len(rows) + 84, margin={"l": 70, "r": 10, "t": 24, "b": 60})
    )
    figure.update_xaxes(**token_ticks(labels, style, most=MOST_TICKS))
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[escape(row) for row in rows],
        tickfont={"size": 10, "color": style.ink},
        autorange="reversed",
        **STILL,
    )
    return figure
