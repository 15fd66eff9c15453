"""How far the weights moved: a cell for each part of each layer, and lines of what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import LESS, MORE, STILL, ChartStyle, note, plain
from bertviz_core.charts.drawing import Drawing, heatmap, scatter
from bertviz_core.results import WEIGHT_PARTS, WeightChange, WeightPart

HEIGHT = 410
_LINES = ([0.0, 0.45], [0.55, 1.0])
_NAMES_WIDTH, _NUMBERS_WIDTH = 100, 50
_PERCENT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightWords:
    """What the picture says, in the visitor's language."""

    parts: dict[WeightPart, str]
    whole: str
    """Heading of the line of all weights of a layer."""
    states: str
    """Heading of the line of what the vectors moved."""
    change: str
    layer: str
    embeddings: str
    shared: str
    """Name of the one row where layers share their weights."""


def weight_change_map(change: WeightChange, style: ChartStyle, words: WeightWords) -> go.Figure:
    """Draw the parts of each layer, in percent of what they were.

    Args:
        change: The weights.
        style: Colours and signs.
        words: What the picture says.
    """
    rows = _rows(change, words)
    parts = [plain(words.parts[part]) for part in WEIGHT_PARTS]
    values = _PERCENT * change.parts
    figure = Drawing(
        heatmap(
            z=values,
            x=list(range(len(parts))),
            y=list(range(1, len(rows))),
            zmin=0,
            zmax=max(float(np.nanmax(values, initial=0)), 1e-6),
            colorscale=style.sequential_scale(),
            showscale=False,
            text=[[_written(value, style) for value in row] for row in values.tolist()],
            texttemplate="%{text}",
            customdata=[[[row, part] for part in parts] for row in rows[1:]],
            hovertemplate=(
                f"{plain(words.layer)} %{{customdata[0]}}, %{{customdata[1]}}"
                f"<br>%{{z:.3f}}{style.numbers.percent_sign}<extra></extra>"
            ),
            xgap=1,
            ygap=1,
        )
    )
    names = {"tickvals": list(range(len(parts))), "ticktext": parts, "tickangle": -35}
    figure.update_layout(_layout(rows, style, left=_left(change)), xaxis=names | STILL)
    note(figure, plain(words.change), x=0, y=1)
    return figure.done()


def weight_change_lines(
    change: WeightChange, cosine: NDArray[np.float64] | None, style: ChartStyle, words: WeightWords
) -> go.Figure:
    """Draw what all weights of a layer moved, beside how far the vectors did, rows as in the map.

    Args:
        change: The weights.
        cosine: (layers + 1,) of vectors before and after; their line is left out where there are none.
        style: Colours and signs.
        words: What the picture says.
    """
    rows = _rows(change, words)
    places = list(range(len(rows)))
    line = {"mode": "lines+markers", "marker_size": 6, "line_width": 2}
    figure = Drawing(
        scatter(
            x=_PERCENT * np.array([change.outside.get("words", np.nan), *change.whole]),
            y=places,
            marker_color=MORE,
            hovertemplate=f"%{{x:.3f}}{style.numbers.percent_sign}<extra></extra>",
            **line,
        )
    )
    axis = {"rangemode": "tozero", "nticks": 4, "tickangle": 0, "zeroline": True, "showgrid": False}
    axis |= {"zerolinecolor": style.ink, "zerolinewidth": 0.5, "fixedrange": True}
    axis |= {"exponentformat": "power"}
    figure.update_layout(_layout(rows, style, left=_left(change)), xaxis=axis)
    note(figure, plain(words.whole), x=0, y=1)
    if cosine is None:
        return figure.done()
    figure.add_trace(
        scatter(
            x=1 - cosine,
            y=np.linspace(0, places[-1], len(cosine)),
            xaxis="x2",
            marker={"color": LESS, "symbol": "diamond"},
            hovertemplate="%{x:.4f}<extra></extra>",
            **line,
        )
    )
    figure.update_layout(xaxis_domain=_LINES[0], xaxis2=axis | {"domain": _LINES[1]})
    note(figure, plain(words.states), x=_LINES[1][0], y=1)
    return figure.done()


def _written(value: float, style: ChartStyle) -> str:
    short = f"{value:.0f}" if value >= 99.5 else f"{value:.2g}"
    return "0" if value == 0 else short.replace(".", style.numbers.decimal)


def _left(change: WeightChange) -> int:
    return _NAMES_WIDTH if change.shared else _NUMBERS_WIDTH


def _rows(change: WeightChange, words: WeightWords) -> list[str]:
    layers = [plain(words.shared)] if change.shared else list(map(str, range(1, change.layers + 1)))
    return [plain(words.embeddings), *layers]


def _layout(rows: list[str], style: ChartStyle, *, left: int) -> dict[str, Any]:
    return style.layout(
        height=HEIGHT,
        margin={"l": left, "r": 12, "t": 26, "b": 104},
        yaxis={
            "tickvals": list(range(len(rows))),
            "ticktext": rows,
            "range": [len(rows) - 0.5, -0.5],
            **STILL,
        },
    )
