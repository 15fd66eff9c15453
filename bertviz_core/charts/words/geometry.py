"""How alike vectors are after each layer: a line for each kind of pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, scatter
from bertviz_core.results import Likeness

HEIGHT = 390
MOST_NAMED = 14
"""Up to so many layers are all named on the axis."""

SENSES = "#009e73"
_LINES: dict[Likeness, dict[str, object]] = {
    "self_similarity": {"color": MORE, "width": 3},
    "same_sense": {"color": SENSES, "width": 2, "dash": "dash"},
    "different_senses": {"color": CHOSEN, "width": 2, "dash": "dash"},
    "in_sentence": {"color": "#cc79a7", "width": 1.5, "dash": "dot"},
}
_SYMBOLS: dict[Likeness, str] = {
    "self_similarity": "circle",
    "same_sense": "triangle-up",
    "different_senses": "triangle-down",
    "in_sentence": "diamond",
    "anisotropy": "x",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GeometryWords:
    """What the picture says."""

    layer: str
    input: str
    measure: str
    lines: Mapping[Likeness, str]


def geometry_lines(
    lines: Mapping[Likeness, NDArray[np.float64]], style: ChartStyle, words: GeometryWords
) -> go.Figure:
    """Draw mean cosines over the layers; a click on a name hides its line.

    Args:
        lines: (layers + 1,) each; 0 is the input embedding.
        style: Colours and signs.
        words: What the picture says.
    """
    figure = Drawing()
    for name, values in lines.items():
        number, pointed = pointed_number(values, "y", style, places=4)
        title = plain(words.lines[name])
        figure.add_trace(
            scatter(
                x=list(range(len(values))),
                y=values,
                name=title,
                mode="lines+markers",
                line=_LINES.get(name, {"color": style.ink, "width": 2}),
                marker={"symbol": _SYMBOLS[name], "size": 7},
                hovertemplate=f"{plain(words.layer)} %{{x}}<br>{title}: {number}<extra></extra>",
                **pointed,
            )
        )
    last = max((len(values) - 1 for values in lines.values()), default=0)
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 72, "r": 10, "t": 10, "b": 10},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": -0.26, "yanchor": "top"},
        )
    )
    figure.update_xaxes(**layer_axis(last, words.layer, words.input))
    figure.update_yaxes(
        title={"text": plain(words.measure), "standoff": 14},
        nticks=6,
        fixedrange=True,
        showgrid=False,
        zeroline=True,
        zerolinecolor=style.ink,
        zerolinewidth=1,
    )
    return figure.done()


def layer_axis(last: int, title: str, first: str) -> dict[str, Any]:
    """Name the states from the input embedding to the last layer, as many as there is room for."""
    step = -(-last // MOST_NAMED) or 1
    shown = range(0, last + 1, step)
    return {
        "title": {"text": plain(title), "standoff": 4},
        "tickvals": list(shown),
        "ticktext": [f"0<br>{plain(first)}", *map(str, shown[1:])],
        "tickangle": 0,
        "range": [-0.4, last + 0.4],
        **STILL,
    }
