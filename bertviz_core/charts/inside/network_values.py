"""The numbers of one matrix: its first ones as cells, and all of them as a histogram."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MORE, STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, bar, heatmap
from bertviz_core.results import PartValues

HEIGHT = 360


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueWords:
    """What is written on both pictures, in the visitor's language."""

    row: str
    column: str
    value: str
    count: str


def first_values(values: PartValues, style: ChartStyle, words: ValueWords) -> go.Figure:
    """Draw the first rows and columns of a matrix, or the first numbers of a vector."""
    most = max(float(np.abs(values.corner).max()), 1e-6)
    rows, columns = values.corner.shape
    figure = Drawing(
        heatmap(
            z=values.corner,
            zmin=-most,
            zmax=most,
            colorscale=style.diverging_scale(),
            showscale=False,
            customdata=[[style.numbers.number(value, 6) for value in row] for row in values.corner.tolist()],
            hovertemplate=(
                f"{plain(words.row)} %{{y}}, {plain(words.column)} %{{x}}<br>%{{customdata}}<extra></extra>"
            ),
        )
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 52, "r": 4, "t": 10, "b": 54}))
    figure.update_xaxes(_axis(words.column, style, standoff=12) | STILL | {"range": [-0.5, columns - 0.5]})
    figure.update_yaxes(_axis(words.row, style) | STILL | {"range": [rows - 0.5, -0.5], "nticks": 6})
    return figure.done()


def values_histogram(values: PartValues, style: ChartStyle, words: ValueWords) -> go.Figure:
    """Draw how many of all numbers lie where; the outermost bars hold the few beyond them too."""
    middles = (values.edges[1:] + values.edges[:-1]) / 2
    width = float(values.edges[1] - values.edges[0])
    said = [
        f"{style.numbers.number(low, 4)} … {style.numbers.number(high, 4)}"
        for low, high in zip(values.edges[:-1].tolist(), values.edges[1:].tolist(), strict=True)
    ]
    figure = Drawing(
        bar(
            x=middles,
            y=values.counts,
            width=width,
            marker={"color": MORE},
            customdata=said,
            hovertemplate=f"%{{customdata}}<br>{plain(words.count)} %{{y}}<extra></extra>",
        )
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 66, "r": 8, "t": 10, "b": 54}, bargap=0))
    figure.update_xaxes(_axis(words.value, style, standoff=12) | {"nticks": 7})
    figure.update_yaxes(_axis(words.count, style) | {"nticks": 5, "showgrid": False})
    return figure.done()


def _axis(title: str, style: ChartStyle, *, standoff: int = 4) -> dict[str, Any]:
    face = {"color": style.ink}
    return {
        "title": {"text": plain(title), "standoff": standoff, "font": face},
        "tickfont": face,
        "zeroline": False,
        "fixedrange": True,
    }
