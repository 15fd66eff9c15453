"""Ways of learning a task side by side: a bar for what each reaches, a line for how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, percent_ticks, plain
from bertviz_core.charts.drawing import Drawing, bar, scatter
from bertviz_core.results import Interval

ROW_HEIGHT = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodBar:
    """One way: its name, and its score from 0 to 1."""

    name: str
    score: Interval
    marked: bool = False
    """It is what the picture is about."""


def learning_methods(bars: Sequence[MethodBar], style: ChartStyle, *, measure: str) -> go.Figure:
    """Draw scores as bars, the first one on top, with their intervals and numbers.

    Args:
        bars: Names are text, never markup.
        style: Colours and signs.
        measure: Name of the score.
    """
    rows = np.arange(len(bars))
    values, low, high = np.array([(b.score.value, b.score.low, b.score.high) for b in bars]).reshape(-1, 3).T
    numbers, lows, highs = ([style.numbers.percent(one) for one in side] for side in (values, low, high))
    figure = Drawing(
        [
            bar(
                x=values,
                y=rows,
                orientation="h",
                width=0.62,
                marker_color=[CHOSEN if bar.marked else MORE for bar in bars],
                error_x={
                    "array": np.nan_to_num(high - values),
                    "arrayminus": np.nan_to_num(values - low),
                    "color": style.ink,
                    "thickness": 1.2,
                    "width": 4,
                },
                customdata=list(zip(numbers, lows, highs, strict=True)),
                hovertext=[plain(bar.name) for bar in bars],
                hovertemplate=f"%{{hovertext}}<br>{plain(measure)}: %{{customdata[0]}} "
                "(%{customdata[1]} – %{customdata[2]})<extra></extra>",
            ),
            scatter(
                x=np.fmax(values, high),
                y=rows,
                mode="text",
                text=[f" {style.numbers.percent(value, 0)}" for value in values],
                textposition="middle right",
                textfont={"color": style.ink},
                cliponaxis=False,
                hoverinfo="skip",
            ),
        ]
    )
    figure.update_layout(
        style.layout(height=ROW_HEIGHT * len(bars) + 72, margin={"l": 10, "r": 8, "t": 24, "b": 40})
    )
    figure.update_xaxes(
        title={"text": plain(measure), "standoff": 4},
        range=[0, 1.24],
        **percent_ticks(style),
        **STILL,
    )
    figure.update_yaxes(
        range=[len(bars) - 0.5, -0.5],
        tickvals=rows,
        ticktext=[plain(bar.name) for bar in bars],
        automargin=True,
        **STILL,
    )
    return figure.done()
