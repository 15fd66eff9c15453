"""How alike the vectors of a word are in every two of its contexts: a map of cosines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, STILL, ChartStyle, beginning, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, Trace, heatmap
from bertviz_core.charts.heat_cells import clickable_cells

HEIGHT = 420
LEAST_SPAN = 0.01

SHOWN_LETTERS = 18
LEFT, TOP = 26, 30
LEGEND = 300
"""Pixels of the colours' legend."""

MOST_TO_CLICK = 60
"""Cells of larger maps are too small, and too many, to be clicked."""


def occurrence_map(
    cosines: NDArray[np.float32],
    style: ChartStyle,
    *,
    sentences: Sequence[str],
    groups: Sequence[str],
    chosen: tuple[int, str] | None = None,
) -> go.Figure:
    """Draw the cosines in the order in which they are given, with borders between groups.

    In maps that are not too large each cell can be selected; the `y` of a selected point is its row.

    Args:
        cosines: (n, n).
        style: Colours and signs.
        sentences: What pointing at a row or column says of it, ready for Plotly.
        groups: The group of each; those of one group stand together.
        chosen: The row that is framed, and its name.
    """
    n = len(cosines)
    others = cosines[~np.eye(n, dtype=bool)]
    low, high = (float(others.min()), float(others.max())) if n > 1 else (0.0, 1.0)
    if high - low < LEAST_SPAN:  # all but the same: colours would tell of digits that nobody sees
        low, high = low - 10 * LEAST_SPAN, 1.0
    number, pointed = pointed_number(cosines, "z", style, places=4)
    figure = Drawing(
        heatmap(
            z=cosines,
            zmin=low,
            zmax=high,
            colorscale=style.sequential_scale(),
            colorbar={
                "thickness": 10,
                "outlinewidth": 0,
                "title": {"text": "cos", "side": "top"},
                "xpad": 4,
                "lenmode": "pixels",
                "len": LEGEND,
                "y": 1,
                "yanchor": "top",
            },
            hovertemplate=_hover(number),
            **pointed,
            hoverlabel={"align": "left"},
        )
    )
    if n <= MOST_TO_CLICK:
        figure.add_trace(_cells_to_click(cosines, style))
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": LEFT, "r": 8, "t": TOP, "b": 8}))
    # Pointing at a cell names it by the ticks' texts: each sentence is sent once, not with every cell.
    unseen = {"showticklabels": False, "ticks": ""}
    names = {"tickvals": list(range(n)), "ticktext": list(sentences), **unseen, **STILL}
    figure.update_xaxes(range=[-0.5, n - 0.5], constrain="domain", **names)
    figure.update_yaxes(
        range=[n - 0.5, -0.5], scaleanchor="x", constrain="domain", constraintoward="top", **names
    )
    _draw_groups(figure, style, groups)
    if chosen is not None:
        row, name = chosen
        corners = {"x0": -0.5, "x1": n - 0.5, "y0": row - 0.5, "y1": row + 0.5}
        figure.add_shape(type="rect", line={"color": CHOSEN, "width": 2}, **corners)
        figure.add_annotation(x=n - 0.5, y=row, xanchor="left", text=plain(name), showarrow=False)
    return figure.done()


def _hover(number: str) -> str:
    return f"%{{y}}<br>↔<br>%{{x}}<br><b>{number}</b><extra></extra>"


def _cells_to_click(cosines: NDArray[np.float32], style: ChartStyle) -> Trace:
    """Return an unseen point on each cell."""
    n = len(cosines)
    number, pointed = pointed_number(cosines.ravel(), "customdata", style, places=4)
    return clickable_cells(
        np.tile(np.arange(n, dtype=np.int16), n),
        np.repeat(np.arange(n, dtype=np.int16), n),
        size=10,
        customdata=cosines.ravel(),
        hovertemplate=_hover(number),
        **pointed,
        hoverlabel={"align": "left"},
    )


def _draw_groups(figure: Drawing, style: ChartStyle, groups: Sequence[str]) -> None:
    """Name the groups at both sides and draw borders between them."""
    n, runs = len(groups), _runs(groups)
    for start, end, name in runs:
        label = {"text": plain(beginning(name, SHOWN_LETTERS)), "showarrow": False, "xref": "x", "yref": "y"}
        middle = (start + end - 1) / 2
        figure.add_annotation(x=middle, y=-0.5, yanchor="bottom", **label)
        figure.add_annotation(x=-0.5, y=middle, xanchor="right", textangle=-90, **label)
    for _start, end, _name in runs[:-1]:
        _line(figure, style, at=end - 0.5, n=n)


def _runs(groups: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return where each group begins and ends, and its name."""
    runs, start = [], 0
    for name, members in groupby(groups):
        end = start + len(list(members))
        runs.append((start, end, name))
        start = end
    return runs


def _line(figure: Drawing, style: ChartStyle, *, at: float, n: int) -> None:
    """Draw the border between two groups in both directions."""
    ends = (-0.5, n - 0.5)
    line = {"color": style.ink, "width": 1}
    figure.add_shape(type="line", x0=at, x1=at, y0=ends[0], y1=ends[1], line=line)
    figure.add_shape(type="line", x0=ends[0], x1=ends[1], y0=at, y1=at, line=line)
