"""What a corpus says of occupations, beside where their vectors lie."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import ChartStyle, percent_ticks, plain
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.charts.name_places import names_beside
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import GenderLean

HEIGHT, _WIDTH = 360, 760
"""Pixels; the width is that for which names are moved apart."""


def lean_points(
    leans: tuple[GenderLean, ...], style: ChartStyle, *, share: str, difference: str
) -> go.Figure:
    """Draw each word at the share of women in what stands beside it, and at its vector's lean.

    Args:
        leans: The words.
        style: Colours and signs.
        share: Name of the axis across.
        difference: Name of the upright axis.
    """
    colour = role_colour("value", style)
    values = [lean.difference for lean in leans]
    most = 1.25 * max([*map(abs, values), 0.05])
    figure = Drawing(
        scatter(
            x=[lean.share for lean in leans],
            y=values,
            mode="markers",
            marker={"size": 10, "color": colour},
            cliponaxis=False,
            hoverinfo="skip",
        ),
        style.layout(height=HEIGHT, margin={"l": 64, "r": 16, "t": 8, "b": 48}),
    )
    points = np.array([(lean.share, lean.difference) for lean in leans], dtype=np.float32).reshape(-1, 2)
    low, high = np.array([-0.04, -most], dtype=np.float32), np.array([1.04, most], dtype=np.float32)
    words = [lean.word for lean in leans]
    figure.add_trace(
        names_beside(points, words, [style.ink] * len(words), low=low, high=high, size=(_WIDTH, HEIGHT - 56))
    )
    figure.add_hline(0, line={"color": style.ink, "width": 1, "dash": "dot"})
    figure.add_vline(0.5, line={"color": style.ink, "width": 1, "dash": "dot"})
    figure.update_xaxes(
        title=plain(share),
        range=[-0.04, 1.04],
        tickangle=0,
        zeroline=False,
        fixedrange=True,
        **percent_ticks(style),
    )
    figure.update_yaxes(title=plain(difference), range=[-most, most], zeroline=False, fixedrange=True)
    return figure.done()
