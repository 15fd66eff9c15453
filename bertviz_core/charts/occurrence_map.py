"""How alike the vectors of a word are in every two of its contexts: a map of cosines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, STILL, ChartStyle, plain

HEIGHT = 420
SHOWN_LETTERS = 18
LEFT = 36


def occurrence_map(
    cosines: NDArray[np.float32],
    style: ChartStyle,
    *,
    sentences: Sequence[str],
    groups: Sequence[str],
    chosen: int | None = None,
) -> go.Figure:
    """Draw the cosines in the order in which they are given, with borders between groups.

    Args:
        cosines: (n, n).
        style: Colours and signs.
        sentences: What pointing at a row or column says of it, ready for Plotly.
        groups: The group of each; those of one group stand together.
        chosen: The row that is framed.
    """
    n = len(cosines)
    others = cosines[~np.eye(n, dtype=bool)]
    low, high = (float(others.min()), float(others.max())) if n > 1 else (0.0, 1.0)
    figure = go.Figure(
        go.Heatmap(
            z=cosines,
            x=list(range(n)),
            y=list(range(n)),
            zmin=low,
            zmax=high if high > low else low + 1e-6,
            colorscale=style.sequential_scale(),
            colorbar={"thickness": 10, "outlinewidth": 0, "title": {"text": "cos", "side": "top"}, "xpad": 4},
            customdata=[[[row, column] for column in sentences] for row in sentences],
            hovertemplate="%{customdata[0]}<br>↔<br>%{customdata[1]}<br><b>%{z:.4f}</b><extra></extra>",
            hoverlabel={"align": "left"},
        )
    )
    runs = _runs(groups)
    for _start, end, _name in runs[:-1]:
        _line(figure, style, at=end - 0.5, n=n)
    if chosen is not None:
        figure.add_shape(
            type="rect",
            x0=-0.5,
            x1=n - 0.5,
            y0=chosen - 0.5,
            y1=chosen + 0.5,
            line={"color": CHOSEN, "width": 2},
        )
    names = {
        "tickvals": [(start + end - 1) / 2 for start, end, _ in runs],
        "ticktext": [plain(_shorten(name)) for _, _, name in runs],
        **STILL,
    }
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": LEFT, "r": 8, "t": 30, "b": 8}))
    figure.update_xaxes(side="top", tickangle=0, range=[-0.5, n - 0.5], constrain="domain", **names)
    figure.update_yaxes(tickangle=-90, range=[n - 0.5, -0.5], scaleanchor="x", constrain="domain", **names)
    return figure


def _runs(groups: Sequence[str]) -> list[tuple[int, int, str]]:
    """Return where each group begins and ends, and its name."""
    runs, start = [], 0
    for name, members in groupby(groups):
        end = start + len(list(members))
        runs.append((start, end, name))
        start = end
    return runs


def _line(figure: go.Figure, style: ChartStyle, *, at: float, n: int) -> None:
    """Draw the border between two groups in both directions."""
    ends = (-0.5, n - 0.5)
    line = {"color": style.ink, "width": 1}
    figure.add_shape(type="line", x0=at, x1=at, y0=ends[0], y1=ends[1], line=line)
    figure.add_shape(type="line", x0=ends[0], x1=ends[1], y0=at, y1=at, line=line)


def _shorten(name: str) -> str:
    return name if len(name) <= SHOWN_LETTERS else f"{name[: SHOWN_LETTERS - 1].rstrip()}…"
