"""How probable it is that one sentence follows another: one bar, with a mark at one half."""

from __future__ import annotations

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MORE, STILL, ChartStyle, percent_ticks, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import NextSentence

HEIGHT = 124


def next_bars(answer: NextSentence, style: ChartStyle, *, words: dict[str, str]) -> go.Figure:
    """Draw the probability on an axis from 0 to 1.

    Args:
        answer: What the model says.
        style: Colours and signs.
        words: What the picture says: `is_next`, `axis`.
    """
    figure = Drawing(
        bar(
            x=[answer.is_next],
            y=[0],
            orientation="h",
            marker_color=MORE,
            text=[style.numbers.probability(answer.is_next)],
            textposition="auto",
            insidetextanchor="end",
            textfont_size=18,
            hovertemplate=f"{plain(words['is_next'])}: %{{x:.6f}}<extra></extra>",
        )
    )
    figure.update_traces(
        insidetextfont_color=readable_ink(MORE),
        outsidetextfont_color=style.ink,
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 10, "r": 44, "t": 6, "b": 54}, bargap=0.3))
    figure.update_xaxes(title=words["axis"], range=[0, 1], **percent_ticks(style), **STILL)
    figure.update_yaxes(
        tickvals=[0],
        ticktext=[plain(words["is_next"])],
        tickfont={"color": style.ink},
        automargin=True,
        **STILL,
    )
    figure.add_shape(type="rect", x0=0, x1=1, y0=-0.35, y1=0.35, line={"color": style.ink, "width": 1})
    figure.add_vline(x=0.5, line={"color": style.ink, "width": 1, "dash": "dot"})
    return figure.done()
