"""What the model puts in a blank: horizontal bars, the most probable word on top."""

from __future__ import annotations

from html import escape

import numpy as np
import plotly.graph_objects as go

from bertviz_core.results import MaskedWord

BAR_COLOUR = "#0072b2"
ORIGINAL_COLOUR = "#e69f00"
ROW_HEIGHT = 27


def mask_bars(mask: MaskedWord, *, original: str | None = None, axis_title: str) -> go.Figure:
    """Draw the ranked answers for one blank.

    Args:
        mask: The answers; `predictions` in order of their rank.
        original: The word that was hidden; its bar is marked when it is among the answers.
        axis_title: Name of the probability axis.
    """
    predictions = mask.predictions
    # Rows are integers: as categories, two equal tokens would become one bar.
    rows = list(range(len(predictions)))
    probabilities = np.array([p.probability for p in predictions], dtype=np.float32)
    names = [escape(p.token) for p in predictions]
    colours = [ORIGINAL_COLOUR if p.token == original else BAR_COLOUR for p in predictions]
    bars = go.Bar(
        x=probabilities,
        y=rows,
        orientation="h",
        marker_color=colours,
        text=[f"{p.probability:.4f}" for p in predictions],
        textposition="outside",
        cliponaxis=False,
        customdata=[[name, p.rank] for name, p in zip(names, predictions, strict=True)],
        hovertemplate="%{customdata[1]}. %{customdata[0]}  %{x:.6f}<extra></extra>",
    )
    figure = go.Figure(bars)
    top = float(probabilities.max(initial=0))
    figure.update_layout(
        height=ROW_HEIGHT * len(rows) + 50,
        margin={"l": 10, "r": 60, "t": 6, "b": 40},
        bargap=0.25,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        uirevision="bars",
    )
    figure.update_xaxes(
        title=axis_title, range=[0, max(top * 1.02, 1e-6)], tickformat=".2~f", fixedrange=True
    )
    figure.update_yaxes(
        tickvals=rows,
        ticktext=names,
        autorange="reversed",
        tickfont={"family": "Source Code Pro, monospace", "size": 14},
        fixedrange=True,
        showgrid=False,
    )
    return figure
