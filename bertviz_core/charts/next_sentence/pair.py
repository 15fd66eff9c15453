"""How probable it is that one sentence follows another: a bar for yes, a bar for no."""

from __future__ import annotations

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import LESS, MORE, STILL, ChartStyle, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import NextSentence

HEIGHT = 190


def next_bars(answer: NextSentence, style: ChartStyle, *, words: dict[str, str]) -> go.Figure:
    """Draw both probabilities on one axis from 0 to 1.

    Args:
        answer: What the model says.
        style: Colours and signs.
        words: What the picture says: `is_next`, `not_next`, `axis`.
    """
    figure = Drawing(
        bar(
            x=[answer.is_next, answer.not_next],
            y=[0, 1],
            orientation="h",
            marker_color=[MORE, LESS],
            texttemplate="%{x:.4f}",
            textposition="auto",
            insidetextanchor="end",
            textfont_size=15,
            customdata=[plain(words["is_next"]), plain(words["not_next"])],
            hovertemplate="%{customdata}: %{x:.6f}<extra></extra>",
        )
    )
    figure.update_traces(
        insidetextfont_color=[readable_ink(colour) for colour in (MORE, LESS)],
        outsidetextfont_color=style.ink,
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 10, "r": 20, "t": 6, "b": 42}, bargap=0.3))
    figure.update_xaxes(title=words["axis"], range=[0, 1], dtick=0.25, **STILL)
    figure.update_yaxes(
        tickvals=[0, 1],
        ticktext=[plain(words["is_next"]), plain(words["not_next"])],
        tickfont={"size": 14, "color": style.ink},
        autorange="reversed",
        automargin=True,
        **STILL,
    )
    return figure.done()
