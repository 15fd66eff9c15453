"""How far hidden states move without some heads: layers from top to bottom, tokens from left to right."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    STILL,
    ChartStyle,
    names_room,
    note,
    plain,
    thinned_token_axis,
    token_labels,
)
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.results import HiddenChange

ROW_HEIGHT = 18


def hidden_change_map(
    change: HiddenChange, values: NDArray[np.float32], style: ChartStyle, *, words: dict[str, str]
) -> go.Figure:
    """Draw one number for each layer and token.

    Args:
        change: What was compared.
        values: One of its measures, (layers + 1, tokens).
        style: Colours and signs.
        words: What the picture says: `layer`, `input`, `measure`.
    """
    labels = token_labels(change.encoding, range(len(change.encoding)))
    rows = [words["input"], *map(str, range(1, len(values)))]
    named = [words["input"], *(f"{words['layer']} {row}" for row in rows[1:])]
    figure = Drawing(
        heatmap(
            z=values,
            x=[str(place) for place in range(len(labels))],
            zmin=0,
            zmax=max(float(values.max(initial=0)), 1e-6),
            colorscale=style.sequential_scale(),
            colorbar={"thickness": 10, "nticks": 5, "xpad": 4},
            customdata=np.array([[[plain(row), plain(label)] for label in labels] for row in named]),
            hovertemplate="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.4f}<extra></extra>",
        )
    )
    below = names_room(labels)
    figure.update_layout(
        style.layout(
            height=ROW_HEIGHT * len(rows) + 26 + below, margin={"l": 76, "r": 10, "t": 26, "b": below}
        )
    )
    note(figure, plain(words["measure"]), x=0, y=1)
    figure.update_xaxes(thinned_token_axis(labels, style) | {"tickangle": -90})
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[plain(row) for row in rows],
        title={"text": plain(words["layer"]), "standoff": 4},
        tickfont={"color": style.ink},
        autorange="reversed",
        **STILL,
    )
    return figure.done()
