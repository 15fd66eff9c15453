"""What one head attends to, as a map: rows look, columns are looked at. Pages draw it in the browser."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    ChartStyle,
    plain,
    share_colourbar,
    token_labels,
    token_ticks,
)
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.results import AttentionMaps

CELL, LEAST_SIDE, MOST_SIDE = 26, 260, 720
LEFT, RIGHT, TOP, BOTTOM = 110, 90, 56, 110
MOST_NAMES = 48
"""Names of tokens beside the map; of more, evenly spread ones are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadWords:
    """What is written on the map."""

    title: str
    query: str
    key: str
    weight: str


def head_map(maps: AttentionMaps, layer: int, head: int, style: ChartStyle, words: HeadWords) -> go.Figure:
    """Draw the weights of one head, queries by keys.

    Args:
        maps: The attention of every head.
        layer: Counted from 0.
        head: Counted from 0.
        style: Colours and signs.
        words: What to write.
    """
    weights = maps.weights[layer, head]
    labels = token_labels(maps.encoding, range(len(maps.encoding)))
    names = [plain(label) for label in labels]
    side = min(MOST_SIDE, max(LEAST_SIDE, CELL * len(labels)))
    ticks = token_ticks(labels, style, most=MOST_NAMES)
    # Colours follow the square root, so that small weights can be seen; the number read is the weight.
    figure = Drawing(
        heatmap(
            z=np.sqrt(weights),
            customdata=weights,
            text=[[f"{query} → {key}" for key in names] for query in names],
            hovertemplate="%{text}: %{customdata:.4f}<extra></extra>",
            coloraxis="coloraxis",
        )
    )
    figure.update_layout(
        style.layout(
            width=side + LEFT + RIGHT,
            height=side + TOP + BOTTOM,
            margin={"l": LEFT, "r": RIGHT, "t": TOP, "b": BOTTOM},
            title={"text": plain(words.title), "font": {"size": 15}, "x": 0, "xref": "paper"},
            xaxis=ticks | {"title": {"text": words.key}, "tickangle": -90},
            yaxis=ticks | {"title": {"text": words.query}, "autorange": "reversed"},
            coloraxis={
                "colorscale": style.sequential_scale(),
                "cmin": 0,
                "cmax": 1,
                "colorbar": share_colourbar(words.weight, style, most=1.0),
            },
        )
    )
    return figure.done()
