"""The map of a static embedding, where all occurrences of a form are one point."""

from __future__ import annotations

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.results import StaticForms

HEIGHT = 110
MOST_FORMS = 8
"""More names would cover each other."""

SHOWN_LETTERS = 18


def static_map(static: StaticForms, style: ChartStyle) -> go.Figure:
    """Draw one point for each form, named with how many occurrences it stands for."""
    names = [
        f"{plain(form[:SHOWN_LETTERS])} ×{style.numbers.number(count)}"
        for form, count in zip(static.forms, static.counts, strict=True)
    ]
    figure = Drawing(
        scatter(
            x=static.points[:, 0],
            y=static.points[:, 1],
            mode="markers+text",
            text=[*names[:MOST_FORMS], *[""] * len(names[MOST_FORMS:])],
            hovertext=names,
            hoverinfo="text",
            textposition="top center",
            marker={"color": style.ink},
            cliponaxis=False,
        )
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 8, "r": 8, "t": 8, "b": 8}))
    reach = 1.6 * float(abs(static.points).max() or 1.0)
    figure.update_xaxes(range=[-reach, reach], showticklabels=False, **STILL)
    figure.update_yaxes(range=[-reach, reach], showticklabels=False, **STILL)
    return figure.done()
