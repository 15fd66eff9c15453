"""All tokens of a text at one stage of the input: a row each, a column for every dimension."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, STILL, ChartStyle, plain, token_labels, token_ticks
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.results import Encoding

MOST_TOKENS = 30
FULL_COLOUR = 0.99
"""Share of the numbers below which colours still grow: a few large ones would leave all others pale."""

ROW, TOP, BOTTOM = 24, 8, 30


def shown_tokens(encoding: Encoding, place: int) -> list[int]:
    """Return at most `MOST_TOKENS` places in a row, a chosen one among them."""
    first = max(0, min(place - MOST_TOKENS // 2, len(encoding) - MOST_TOKENS))
    return list(range(first, min(len(encoding), first + MOST_TOKENS)))


def token_strips(
    vectors: NDArray[np.float32], encoding: Encoding, place: int, style: ChartStyle, *, dimension: str
) -> go.Figure:
    """Draw the vectors of the tokens around a chosen one, which gets a frame.

    Args:
        vectors: Of all tokens, (n, e).
        encoding: Of the tokens.
        place: The chosen one.
        style: Colours and signs.
        dimension: Name of a column, said where it is pointed at.
    """
    places = shown_tokens(encoding, place)
    shown = vectors[places]
    labels = token_labels(encoding, places)
    most = float(np.quantile(np.abs(shown), FULL_COLOUR)) or 1.0
    cells = heatmap(
        z=shown,
        zmin=-most,
        zmax=most,
        colorscale=style.diverging_scale(),
        showscale=False,
        ygap=2,
        text=[[plain(label)] * shown.shape[1] for label in labels],
        hovertext=[[style.numbers.number(value, 4) for value in row] for row in shown.tolist()],
        hovertemplate=f"%{{text}}<br>{plain(dimension)} %{{x}}: %{{hovertext}}<extra></extra>",
    )
    row = places.index(place)
    figure = Drawing(
        [cells],
        style.layout(
            height=ROW * len(places) + TOP + BOTTOM,
            margin={"l": 8, "r": 8, "t": TOP, "b": BOTTOM},
            xaxis=dict(STILL),
            yaxis=token_ticks(labels, style, most=MOST_TOKENS)
            | {"range": [len(places) - 0.5, -0.5], "automargin": True},
        ),
    )
    frame = {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": row - 0.5, "y1": row + 0.5}
    figure.add_shape(type="rect", line={"color": CHOSEN, "width": 2}, **frame)
    return figure.done()
