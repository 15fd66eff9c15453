"""How sure a fine-tuned model is: a bar for each class, or for each part of a text that may be the answer."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    MORE,
    STILL,
    ChartStyle,
    beginning,
    percent_ticks,
    plain,
    readable_ink,
)
from bertviz_core.charts.drawing import Drawing, bar

MOST_BARS = 12
BAR, TALL_BAR, AROUND, LEAST = 34, 44, 60, 150
"""Pixels of a bar, of one with two lines beside it, of the axis below all, and of the lowest picture."""
MUTED = "#7f8c96"
_LETTERS, _HOVER_LETTERS = 24, 80


def choice_bars(
    names: Sequence[str],
    probabilities: Sequence[float],
    style: ChartStyle,
    *,
    axis: str,
    labels: Sequence[str] = (),
) -> go.Figure:
    """Draw probabilities on one axis from 0 to 1, the first one in the accent colour.

    Args:
        names: Classes or answers, the most probable first; at most `MOST_BARS` are drawn. Text, never markup.
        probabilities: Of each.
        style: Colours and signs.
        axis: What is measured, in the visitor's language.
        labels: What stands beside the bars in place of the names: markup of two lines each.
    """
    shown = min(len(names), MOST_BARS)
    colours = [MORE, *[MUTED] * (shown - 1)]
    places = list(range(shown))  # numbers, so that equal names stay apart
    figure = Drawing(
        bar(
            x=list(probabilities[:shown]),
            y=places,
            orientation="h",
            marker_color=colours,
            text=[style.numbers.probability(value) for value in probabilities[:shown]],
            textposition="auto",
            insidetextanchor="end",
            textfont_size=14,
            insidetextfont_color=[readable_ink(colour) for colour in colours],
            outsidetextfont_color=style.ink,
            customdata=[plain(beginning(_one_line(name), _HOVER_LETTERS)) for name in names[:shown]],
            hovertemplate="%{customdata}: %{x:.4f}<extra></extra>",
        )
    )
    height = max(LEAST, AROUND + (TALL_BAR if labels else BAR) * shown)
    written = labels or [plain(beginning(_one_line(name), _LETTERS)) for name in names]
    figure.update_layout(style.layout(height=height, margin={"l": 10, "r": 20, "t": 6, "b": 42}, bargap=0.3))
    figure.update_xaxes(
        title=plain(axis), range=[0, 1], **percent_ticks(style, parts=2 if labels else 4), **STILL
    )
    figure.update_yaxes(
        tickvals=places,
        ticktext=list(written[:shown]),
        tickfont={"color": style.ink},
        range=[max(shown, 2) - 0.5, -0.5],
        automargin=True,
        **STILL,
    )
    return figure.done()


def _one_line(name: str) -> str:
    return " ".join(name.split())
