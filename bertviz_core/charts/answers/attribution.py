"""What each part of a text adds to an answer: bars in reading order, and colours for the text itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    LESS,
    MORE,
    ChartStyle,
    colour_at,
    names_room,
    plain,
    pointed_number,
    thinned_token_axis,
)
from bertviz_core.charts.drawing import Drawing, bar

HEIGHT, FEW_PARTS = 220, 20
"""Pixels without the names of the parts; on so many bars a number still fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredPart:
    """A token, or a whole word, with what it adds."""

    text: str
    label: str
    """The text with its position, so that equal words stay apart."""
    score: float
    sequence: int
    """0 first text, 1 second, -1 special token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributionWords:
    """What is written on the chart, in the visitor's language."""

    measure: str
    sentences: tuple[str, str]
    """Names of the texts of a pair."""


def attribution_bars(parts: Sequence[ScoredPart], style: ChartStyle, words: AttributionWords) -> go.Figure:
    """Draw one bar a part: what raises the answer goes up, what lowers it down."""
    scores = np.array([part.score for part in parts], dtype=np.float32)
    few = len(parts) <= FEW_PARTS
    reach = max(float(np.abs(scores).max(initial=0)), 1e-6)
    number, pointed = pointed_number(scores, "y", style, places=4, sign=True)
    figure = Drawing(
        bar(
            x=[str(place) for place in range(len(parts))],  # places, so that equal parts stay apart
            y=scores,
            marker_color=np.where(scores < 0, LESS, MORE),
            customdata=[plain(part.label) for part in parts],
            hovertemplate=f"%{{customdata}}: {number}<extra></extra>",
            **pointed,
            text=[style.numbers.signed(score, 2) if score else "0" for score in scores.tolist()]
            if few
            else None,
            textposition="outside",
            textangle=0,
            textfont={"color": style.ink},
            cliponaxis=False,
            constraintext="both",
        )
    )
    labels = [part.label for part in parts]
    below = names_room(labels)
    figure.update_layout(
        style.layout(height=HEIGHT + below, margin={"l": 64, "r": 8, "t": 30, "b": below}, bargap=0.2),
    )
    figure.update_xaxes(thinned_token_axis(labels, style) | {"tickangle": -90})
    figure.update_yaxes(
        title={"text": plain(words.measure), "standoff": 4},
        range=[
            min(float(scores.min(initial=0)), 0) - 0.14 * reach,
            max(float(scores.max(initial=0)), 0) + 0.14 * reach,
        ],
        zeroline=True,
        zerolinecolor=style.ink,
        zerolinewidth=1,
        showgrid=False,
        nticks=6,
        fixedrange=True,
    )
    _separate(figure, parts, style, words)
    return figure.done()


def part_colours(parts: Sequence[ScoredPart], style: ChartStyle) -> list[str]:
    """Return a background `#rrggbb` for each part: the page's own for 0, the ends for the largest score."""
    reach = max((abs(part.score) for part in parts), default=0.0) or 1.0
    return [colour_at(style.diverging_scale(), 0.5 + part.score / reach / 2) for part in parts]


def _separate(
    figure: Drawing, parts: Sequence[ScoredPart], style: ChartStyle, words: AttributionWords
) -> None:
    """Name both texts of a pair above their bars, with a line between them."""
    starts = [next((x for x, part in enumerate(parts) if part.sequence == number), None) for number in (0, 1)]
    if starts[1] is None:
        return
    figure.add_vline(x=starts[1] - 0.5, line={"color": style.ink, "width": 1, "dash": "dot"})
    for start, name in zip(starts, words.sentences, strict=True):
        figure.add_annotation(
            text=f"<b>{plain(name)}</b>",
            x=start,
            xanchor="left",
            xshift=-12,
            y=1,
            yref="paper",
            yanchor="bottom",
            showarrow=False,
        )
