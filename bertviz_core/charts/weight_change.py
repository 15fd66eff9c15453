"""How far the weights moved: a cell for each part of each layer, and what came of it, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import LESS, MORE, STILL, ChartStyle, note, plain
from bertviz_core.results import WEIGHT_PARTS, WeightChange, WeightPart

HEIGHT = 400
_CELLS, _LINES = [0.0, 0.56], ([0.6, 0.78], [0.82, 1.0])
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


def weight_change_map(
    change: WeightChange, cosine: NDArray[np.float64], style: ChartStyle, words: WeightWords
) -> go.Figure:
    """Draw the parts of each layer in percent, beside it all weights of a layer and how far vectors moved.

    Args:
        change: The weights.
        cosine: (layers + 1,) of vectors before and after.
        style: Colours and signs.
        words: What the picture says.
    """
    rows = [plain(words.shared)] if change.shared else [str(row) for row in range(1, change.layers + 1)]
    parts = [plain(words.parts[part]) for part in WEIGHT_PARTS]
    places = list(range(1, len(rows) + 1))
    values = _PERCENT * change.parts
    figure = go.Figure(
        go.Heatmap(
            z=values,
            x=list(range(len(parts))),
            y=places,
            zmin=0,
            zmax=max(float(np.nanmax(values, initial=0)), 1e-6),
            colorscale=style.sequential_scale(),
            showscale=False,
            text=[["0" if value == 0 else f"{value:.2g}" for value in row] for row in values],
            texttemplate="%{text}",
            textfont={"size": 11},
            customdata=[[[row, part] for part in parts] for row in rows],
            hovertemplate=(
                f"{plain(words.layer)} %{{customdata[0]}}, %{{customdata[1]}}<br>%{{z:.3f}} %<extra></extra>"
            ),
            xgap=1,
            ygap=1,
        )
    )
    line = {"mode": "lines+markers", "marker_size": 6, "line_width": 2}
    outside = _PERCENT * np.array([_embeddings(change), *change.whole])
    figure.add_trace(
        go.Scatter(
            x=outside,
            y=[0, *places],
            xaxis="x2",
            marker_color=MORE,
            hovertemplate="%{x:.3f} %<extra></extra>",
            **line,
        )
    )
    figure.add_trace(
        go.Scatter(
            x=1 - cosine,
            y=np.linspace(0, len(rows), len(cosine)) if change.shared else list(range(len(cosine))),
            xaxis="x3",
            marker={"color": LESS, "symbol": "diamond"},
            hovertemplate="%{x:.4f}<extra></extra>",
            **line,
        )
    )
    _lay_out(figure, parts, [plain(words.embeddings), *rows], style)
    for (begin, _), heading in zip((_CELLS, *_LINES), (words.change, words.whole, words.states), strict=True):
        note(figure, plain(heading), x=begin, y=1, font_size=12)
    return figure


def _lay_out(figure: go.Figure, parts: list[str], rows: list[str], style: ChartStyle) -> None:
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 80, "r": 12, "t": 26, "b": 90},
            xaxis={
                "domain": _CELLS,
                "tickvals": list(range(len(parts))),
                "ticktext": parts,
                "tickangle": -35,
                "tickfont_size": 11,
                **STILL,
            },
            **{
                f"xaxis{number}": {
                    "domain": domain,
                    "rangemode": "tozero",
                    "nticks": 4,
                    "tickangle": 0,
                    "zeroline": True,
                    "zerolinecolor": style.ink,
                    "zerolinewidth": 0.5,
                    "showgrid": False,
                    "fixedrange": True,
                }
                for number, domain in enumerate(_LINES, start=2)
            },
            yaxis={
                "tickvals": list(range(len(rows))),
                "ticktext": rows,
                "range": [len(rows) - 0.5, -0.5],
                **STILL,
            },
        )
    )


def _embeddings(change: WeightChange) -> float:
    """Return what the table of words moved."""
    return change.outside.get("words", float("nan"))
