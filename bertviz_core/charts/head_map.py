"""Heads on a plane: those that attend alike lie close together."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.results import HeadSimilarity

HEIGHT, MARKER_SIZE = 430, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadMapStyle:
    """Colours and words around the points."""

    colours: tuple[str, ...]
    """The scale, from the lowest value to the highest."""
    ink: str
    values_title: str
    whole_numbers: bool
    """The values are counts, such as layers."""
    hovers: tuple[str, ...]
    """One line a head, in plain text."""
    labels: dict[int, str]
    """What is written beside some of the heads, by their number."""
    separators: str = ".,"
    """Decimal sign and sign between thousands."""


def head_map(similarity: HeadSimilarity, values: NDArray[np.float32], style: HeadMapStyle) -> go.Figure:
    """Draw one point a head.

    Args:
        similarity: Places of the heads.
        values: What the colours show, `(layers * heads,)`.
        style: Colours and words.
    """
    figure = go.Figure(
        go.Scatter(
            x=similarity.places[:, 0],
            y=similarity.places[:, 1],
            mode="markers+text",
            text=[escape(style.labels.get(number, "")) for number in range(len(values))],
            textposition="top center",
            textfont={"color": style.ink, "size": 12},
            hovertext=[escape(line) for line in style.hovers],
            hovertemplate="%{hovertext}<extra></extra>",
            marker={
                "size": MARKER_SIZE,
                "color": values,
                "colorscale": _scale(style.colours),
                "line": {"width": 1, "color": style.ink},
                "showscale": True,
                "colorbar": {
                    "title": {"text": escape(style.values_title), "side": "right"},
                    "thickness": 12,
                    "tickformat": "d" if style.whole_numbers else ".2f",
                },
            },
        )
    )
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 4, "r": 4, "t": 8, "b": 4},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        showlegend=False,
        dragmode="pan",
        uirevision=similarity.model,
        separators=style.separators,
    )
    # The axes mean nothing by themselves: only how far points lie apart, alike in both directions.
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False, scaleanchor="x")
    return figure


def _scale(colours: tuple[str, ...]) -> list[list[float | str]]:
    """Spread colours evenly from 0 to 1."""
    return [[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)]
