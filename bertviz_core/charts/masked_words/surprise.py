"""How surprising each word of a text is: a colour for each, and bars in reading order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, colour_at, plain, thinned_token_axis
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import ScoredWord

LEAST_REACH, MOST_REACH = 10, 20
"""Bits at the end of the colours: a text without surprises stays pale, one odd word leaves some to others."""

HEIGHT = 236


def colour_reach(words: Iterable[ScoredWord]) -> int:
    """Return the bits at which the colours of these words end."""
    highest = max((word.surprise for word in words if not math.isnan(word.surprise)), default=0.0)
    return min(max(LEAST_REACH, math.ceil(highest)), MOST_REACH)


def surprise_colour(word: ScoredWord, style: ChartStyle, *, reach: float) -> str:
    """Return the colour `#rrggbb` of a word; those beyond the reach have that of its end, no score none."""
    if math.isnan(word.surprise):
        return style.background
    return colour_at(style.sequential_scale(), min(word.surprise / reach, 1.0))


def surprise_bars(
    words: Sequence[ScoredWord], style: ChartStyle, *, beside: Sequence[ScoredWord] = (), title: str
) -> go.Figure:
    """Draw a bar for each word, in reading order.

    Args:
        words: The words of one text.
        style: Colours and signs.
        beside: The words of a second text, whose chart gets the same axis and colours.
        title: Name of the vertical axis.
    """
    everything = (*words, *beside)
    reach = colour_reach(everything)
    labels = [f"{word.text} {word.tokens[0]}" for word in words]
    figure = Drawing(
        bar(
            x=[str(place) for place in range(len(words))],
            y=[word.surprise for word in words],
            marker={
                "color": [surprise_colour(word, style, reach=reach) for word in words],
                "line": {"color": style.ink, "width": 0.6},
            },
            texttemplate="%{y:.1f}",
            textposition="outside",
            textfont_color=style.ink,
            cliponaxis=False,
            constraintext="both",
            customdata=[plain(label) for label in labels],
            hovertemplate="%{customdata}<br>%{y:.2f}<extra></extra>",
        )
    )
    figure.update_layout(
        style.layout(height=HEIGHT, bargap=0.25, margin={"l": 46, "r": 10, "t": 22, "b": 70})
    )
    highest = max((word.surprise for word in everything), default=0.0)
    figure.update_xaxes(thinned_token_axis(labels, style))
    figure.update_yaxes(STILL | {"title": plain(title), "range": [0, max(highest * 1.08, 1.0)], "nticks": 5})
    return figure.done()
