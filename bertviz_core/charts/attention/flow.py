"""What one token is made of after each layer: maps of layers by tokens, and lines between layers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    STILL,
    ChartStyle,
    names_room,
    note,
    plain,
    share_colourbar,
    thinned_token_axis,
    token_labels,
    token_ticks,
)
from bertviz_core.charts.drawing import Drawing, Trace, heatmap, scatter
from bertviz_core.results.attention.flow import TokenFlow

ROW_HEIGHT, LEAST_MAP = 11, 100
TOP, BETWEEN = 26, 26
FEW_TOKENS = 24
"""Of more tokens lines would hide each other, and shares are so small that colours end before 1."""
WIDTHS = (0.004, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
"""Lines are drawn in groups, each with one width and strength, from these shares on; no fainter ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutWords:
    """What is written on the charts, in the visitor's language."""

    rollout: str
    attention: str
    layer: str
    input: str
    share: str


def rollout_maps(flow: TokenFlow, style: ChartStyle, words: RolloutWords) -> go.Figure:
    """Draw rollout above, the mean attention of each layer alone below, layers by tokens."""
    layers = len(flow.rollout)
    labels = token_labels(flow.encoding, flow.places.tolist())
    figure = Drawing(
        [_map(flow.rollout, labels, words, "y"), _map(flow.attention, labels, words, "y2")],
    )
    most = _strongest_colour(flow)
    height = _map_height(layers)
    inner = 2 * height + BETWEEN
    upper = (height + BETWEEN) / inner
    below = names_room(labels)
    rows = {
        "tickvals": list(range(1, layers + 1, 1 if layers < 8 else 2)),
        "title": {"text": words.layer, "standoff": 6},
        **STILL,
    }
    figure.update_layout(
        style.layout(
            height=inner + below + TOP,
            margin={"l": 52, "r": 48, "t": TOP, "b": below},
            xaxis=thinned_token_axis(labels, style) | {"tickangle": -90, "anchor": "y2"},
            yaxis=rows | {"domain": [upper, 1], "anchor": "x"},
            yaxis2=rows | {"domain": [0, height / inner], "anchor": "x"},
            coloraxis={
                "colorscale": style.sequential_scale(),
                "cmin": 0,
                "cmax": most**0.5,
                "colorbar": share_colourbar(words.share, style, most=most),
            },
        )
    )
    note(figure, words.rollout, x=0, y=1)
    note(figure, words.attention, x=0, y=height / inner)
    return figure.done()


def flow_lines(flow: TokenFlow, style: ChartStyle, words: RolloutWords) -> go.Figure:
    """Draw the tokens as columns, input below and last layer above, and lines for what passes between."""
    layers, n = flow.rollout.shape
    labels = token_labels(flow.encoding, flow.places.tolist())
    below = names_room(labels)
    figure = Drawing([*_lines(flow.steps, style), _nodes(flow, labels, style, words)])
    figure.update_layout(
        style.layout(
            height=2 * _map_height(layers) + BETWEEN + below + TOP,
            margin={"l": 72, "r": 8, "t": TOP, "b": below},
            xaxis=token_ticks(labels, style, most=FEW_TOKENS) | {"tickangle": -90, "range": [-0.6, n - 0.4]},
            yaxis={
                "tickvals": list(range(layers + 1)),
                "ticktext": [words.input, *(str(layer + 1) for layer in range(layers))],
                "title": {"text": words.layer, "standoff": 6},
                "range": [-0.4, layers + 0.4],
                **STILL,
            },
        )
    )
    return figure.done()


def passing(flow: TokenFlow) -> NDArray[np.float32]:
    """Return what passes each token before the first layer and after every one, (layers + 1, m)."""
    before, after = flow.steps.sum(axis=1), flow.steps.sum(axis=2)
    if flow.direction == "from":
        return np.concatenate([before, after[-1:]])
    return np.concatenate([before[:1], after])


def _strongest_colour(flow: TokenFlow) -> float:
    """Return the share that gets the end of the scale: of many tokens one that few cells are above."""
    if len(flow.places) <= FEW_TOKENS:
        return 1.0
    return max(0.01, float(np.quantile([flow.rollout, flow.attention], 0.995)))


def _map_height(layers: int) -> int:
    return max(LEAST_MAP, ROW_HEIGHT * layers)


def _map(shares: NDArray[np.float32], labels: list[str], words: RolloutWords, axis: str) -> Trace:
    # Colours follow the square root, so that small shares can be seen; the number read is the share.
    return heatmap(
        z=np.sqrt(shares),
        x=[str(place) for place in range(len(labels))],
        y=np.arange(1, len(shares) + 1),
        customdata=shares,
        text=[[plain(label) for label in labels]] * len(shares),
        hovertemplate=f"%{{text}}<br>{plain(words.layer)} %{{y}}: %{{customdata:.4f}}<extra></extra>",
        yaxis=axis,
        coloraxis="coloraxis",
    )


def _lines(steps: NDArray[np.float32], style: ChartStyle) -> list[Trace]:
    """Draw the steps as one trace for each strength, the faint ones first."""
    traces = []
    for least, limit in zip(WIDTHS, (*WIDTHS[1:], np.inf), strict=True):
        layer, query, key = np.nonzero((steps >= least) & (steps < limit))
        gap = np.full(len(layer), np.nan)
        traces.append(
            scatter(
                x=np.stack([key, query, gap], axis=1).ravel(),
                y=np.stack([layer, layer + 1, gap], axis=1).ravel(),
                mode="lines",
                line={"width": 0.8 + 12 * least, "color": style.sequential[-3]},
                opacity=min(1.0, 0.25 + 2.4 * least),
                hoverinfo="skip",
            )
        )
    return traces


def _nodes(flow: TokenFlow, labels: list[str], style: ChartStyle, words: RolloutWords) -> Trace:
    """Draw a dot for what passes each token; the chosen one in a colour of its own."""
    shares = passing(flow)
    rows, n = shares.shape
    place = flow.places.tolist().index(flow.token)
    end = rows - 1 if flow.direction == "from" else 0
    level, column = np.divmod(np.arange(rows * n), n)
    chosen = (level == end) & (column == place)
    heights = [words.input, *(f"{words.layer} {layer}" for layer in range(1, rows))]
    return scatter(
        x=column,
        y=level,
        mode="markers",
        marker={
            "size": 3 + 11 * np.sqrt(shares.ravel()),
            "color": np.where(chosen, CHOSEN, style.sequential[-3]),
            "opacity": 1,
            "line": {"width": 0},
        },
        customdata=shares.ravel(),
        text=[f"{plain(labels[c])}<br>{plain(heights[y])}" for y, c in zip(level, column, strict=True)],
        hovertemplate="%{text}: %{customdata:.4f}<extra></extra>",
    )
