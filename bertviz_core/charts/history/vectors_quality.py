"""How many analogies of each kind static vectors answer."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, percent_ticks, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.charts.role_colours import role_colour

HEIGHT = 320


def kind_bars(
    names: Sequence[str], right: Sequence[int], asked: Sequence[int], style: ChartStyle, *, share: str
) -> go.Figure:
    """Draw the share of right answers of each kind, the numbers written in the bars.

    Args:
        names: Of the kinds, from the top.
        right: Right answers of each.
        asked: Questions of each, at least one.
        style: Colours and signs.
        share: Name of the axis.
    """
    colour = role_colour("value", style)
    places = list(range(len(names)))
    figure = Drawing(
        bar(
            x=[one / every for one, every in zip(right, asked, strict=True)],
            y=places,
            orientation="h",
            marker={"color": colour},
            text=[f"{one} / {every}" for one, every in zip(right, asked, strict=True)],
            textposition="auto",
            insidetextfont={"color": readable_ink(colour)},
            outsidetextfont={"color": style.ink},
            cliponaxis=False,
            hoverinfo="skip",
        ),
        style.layout(height=HEIGHT, margin={"l": 8, "r": 40, "t": 4, "b": 40}, bargap=0.25),
    )
    figure.update_xaxes(
        title=plain(share), range=[0, 1], tickangle=0, zeroline=False, fixedrange=True, **percent_ticks(style)
    )
    figure.update_yaxes(
        tickvals=places,
        ticktext=[plain(name) for name in names],
        range=[len(places) - 0.5, -0.5],
        automargin=True,
        **STILL,
    )
    return figure.done()
