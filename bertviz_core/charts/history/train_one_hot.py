"""Words as rows of zeros with a single one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.charts.role_colours import role_colour

ROW, ROOM = 32, 60
"""Pixels of a row, and of everything around the rows."""


def one_hot_rows(
    words: Sequence[str], places: Sequence[int], size: int, style: ChartStyle, *, dimension: str
) -> go.Figure:
    """Draw the one-hot vector of each word of a sentence.

    Args:
        words: The words of the sentence.
        places: The place of each in the vocabulary.
        size: Of the vocabulary.
        style: Colours and signs.
        dimension: Name of the axis across.
    """
    cells = np.zeros((len(words), size), dtype=np.float32)
    cells[np.arange(len(words)), list(places)] = 1
    figure = Drawing(
        heatmap(
            z=cells,
            zmin=0,
            zmax=1,
            colorscale=[(0, style.background), (1, role_colour("token", style))],
            showscale=False,
            ygap=4,
            hovertemplate=f"%{{y}}<br>{plain(dimension)} %{{x}}: %{{z:.0f}}<extra></extra>",
        ),
        style.layout(height=ROW * len(words) + ROOM, margin={"l": 8, "r": 8, "t": 4, "b": 44}),
    )
    for number in range(len(words)):
        figure.add_shape(
            type="rect",
            x0=-0.5,
            x1=size - 0.5,
            y0=number - 0.42,
            y1=number + 0.42,
            line={"color": style.ink, "width": 0.5},
        )
    figure.update_xaxes(title=plain(dimension), range=[-0.5, size - 0.5], **STILL)
    figure.update_yaxes(
        tickvals=list(range(len(words))),
        ticktext=[f"{plain(word)}  {place}" for word, place in zip(words, places, strict=True)],
        range=[len(words) - 0.5, -0.5],
        automargin=True,
        **STILL,
    )
    return figure.done()
