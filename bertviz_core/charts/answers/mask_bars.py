"""What the model puts in a blank: horizontal bars, the most probable word on top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unicodedata import east_asian_width

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import CHOSEN, MONOSPACED, MORE, plain, share_ticks
from bertviz_core.charts.drawing import Drawing, Trace, bar
from bertviz_core.results import MaskedWord, Prediction
from bertviz_core.written_numbers import ENGLISH_NUMBERS, NumberStyle

BAR_COLOUR, ORIGINAL_COLOUR = MORE, CHOSEN
BARE = {"showticklabels": False, "showgrid": False}
"""An axis where there is no room for more than the numbers at the bars."""

MARKED = {"shape": "/", "solidity": 0.6}
"""Stripes, which tell a bar from the others without colour."""

ROW_HEIGHT = 27
FONT_SIZE = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class BarStyle:
    """What all charts of a page share."""

    axis_title: str
    beside: tuple[MaskedWord, ...] = ()
    """All blanks drawn together: their charts get one axis and one width for words."""
    ink: str | None = None
    """Colour of words and numbers; the theme's own, lighter one when None."""
    numbers: NumberStyle = ENGLISH_NUMBERS
    """How the visitor's language writes them."""
    right: int = 60
    below: int = 40
    """Pixels beside and below the bars, for their numbers and for the axis."""
    parts: int = 4
    """Into so many parts numbers divide the axis at most."""
    axis: Mapping[str, Any] = field(default_factory=dict)
    """What else is said of the axis, named as for Plotly."""


def mask_bars(mask: MaskedWord, style: BarStyle, *, marked_rank: int | None = None) -> go.Figure:
    """Draw the ranked answers for one blank.

    Args:
        mask: The answers; `predictions` in order of their rank.
        style: Title, reach and signs of the axis, colour of the text.
        marked_rank: Rank of the answer whose bar has a colour of its own.
    """
    # Rows are integers: as categories, two equal tokens would become one bar.
    marked = [row for row, p in enumerate(mask.predictions) if p.rank == marked_rank]
    others = [row for row, p in enumerate(mask.predictions) if p.rank != marked_rank]
    figure = Drawing(
        [
            _bars(mask.predictions, others, style.numbers, color=BAR_COLOUR),
            _bars(mask.predictions, marked, style.numbers, color=ORIGINAL_COLOUR, pattern=MARKED),
        ]
    )
    together = style.beside or (mask,)
    figure.update_layout(
        height=ROW_HEIGHT * len(mask.predictions) + 10 + style.below,
        margin={"l": _words_width(together), "r": style.right, "t": 6, "b": style.below},
        barmode="overlay",
        bargap=0.25,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        uirevision="bars",
        separators=style.numbers.separators,
    )
    figure.update_traces(textfont_color=style.ink)
    most = max(highest(together), 1e-6)
    figure.update_xaxes(
        title=style.axis_title,
        range=[0, most * 1.02],
        fixedrange=True,
        **share_ticks(most, style.numbers, parts=style.parts),
    )
    figure.update_xaxes(style.axis)
    figure.update_yaxes(
        tickvals=list(range(len(mask.predictions))),
        ticktext=[plain(p.token) for p in mask.predictions],
        autorange="reversed",
        automargin=False,
        tickfont={"family": MONOSPACED, "size": FONT_SIZE, "color": style.ink},
        fixedrange=True,
        showgrid=False,
    )
    return figure.done()


def highest(masks: Sequence[MaskedWord]) -> float:
    """Return the largest probability of all answers."""
    return max((p.probability for mask in masks for p in mask.predictions), default=0.0)


def _words_width(masks: Sequence[MaskedWord]) -> int:
    """Return the pixels that the widest word needs; a letter of the monospaced face is 0.6 high."""
    letters = (
        sum(2 if east_asian_width(letter) in "WF" else 1 for letter in p.token)
        for mask in masks
        for p in mask.predictions
    )
    return round(0.62 * FONT_SIZE * max(letters, default=0)) + 14


def _bars(predictions: tuple[Prediction, ...], rows: list[int], numbers: NumberStyle, **marker: Any) -> Trace:
    """Draw some of the rows in one look."""
    shown = [predictions[row] for row in rows]
    return bar(
        x=np.array([p.probability for p in shown], dtype=np.float32),
        y=rows,
        orientation="h",
        marker=marker,
        text=[numbers.probability(p.probability) for p in shown],
        textposition="outside",
        cliponaxis=False,
        customdata=[[plain(p.token), p.rank] for p in shown],
        hovertemplate="%{customdata[1]}. %{customdata[0]}  %{x:.6f}<extra></extra>",
    )
