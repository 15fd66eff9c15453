"""Which of many sentences comes next: a bar for each, the most probable on top, the sentence above it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MORE, STILL, ChartStyle, percent_ticks, plain
from bertviz_core.charts.drawing import Drawing, bar, scatter

ROW_HEIGHT = 50
SHOWN_LETTERS = 48
HOVER_LETTERS, HOVER_LINE = 600, 60
_TEXT_ABOVE = 0.36
"""How far above the middle of its bar a sentence stands, in rows."""


def next_rank_bars(
    sentences: Sequence[str], is_next: Sequence[float], style: ChartStyle, *, axis: str
) -> go.Figure:
    """Draw sentences in the order in which they are given.

    Args:
        sentences: The candidates; equal ones have rows of their own.
        is_next: The probability of each.
        style: Colours and signs.
        axis: Title of the axis.
    """
    rows = np.arange(len(sentences))
    hover = [_wrapped(sentence) for sentence in sentences]
    figure = Drawing(
        [
            bar(
                x=np.array(is_next, dtype=np.float32),
                y=rows,
                orientation="h",
                width=0.4,
                marker_color=MORE,
                text=[style.numbers.probability(value) for value in is_next],
                textposition="outside",
                textfont_color=style.ink,
                cliponaxis=False,
                customdata=hover,
                hovertemplate="%{customdata}<br>%{x:.6f}<extra></extra>",
            ),
            scatter(
                x=np.zeros(len(rows)),
                y=rows - _TEXT_ABOVE,
                mode="text",
                text=[f"{row + 1}. {plain(_shortened(sentence))}" for row, sentence in enumerate(sentences)],
                textposition="middle right",
                textfont={"color": style.ink},
                cliponaxis=False,
                customdata=hover,
                hovertemplate="%{customdata}<extra></extra>",
            ),
        ]
    )
    figure.update_layout(
        style.layout(height=ROW_HEIGHT * len(rows) + 60, margin={"l": 10, "r": 60, "t": 6, "b": 42})
    )
    figure.update_xaxes(title=axis, range=[0, 1], **percent_ticks(style), **STILL)
    figure.update_yaxes(range=[len(rows) - 0.6, -0.75], showticklabels=False, **STILL)
    return figure.done()


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= SHOWN_LETTERS else f"{sentence[:SHOWN_LETTERS].rstrip()} …"


def _wrapped(sentence: str) -> str:
    """Break a sentence into lines for a hover label, and leave the end of a very long one out."""
    text = sentence if len(sentence) <= HOVER_LETTERS else f"{sentence[:HOVER_LETTERS].rstrip()} …"
    return "<br>".join(map(plain, textwrap.wrap(text, HOVER_LINE)))
