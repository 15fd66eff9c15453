"""The occurrences of a word moving from layer to layer; the browser moves them without asking the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import DARK_INK, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing
from bertviz_core.charts.point_groups import PointGroups
from bertviz_core.charts.words.map import FAST, lay_out_map, point_traces
from bertviz_core.results import LayerProjections, WordLayers

_MOVE_MS, _REST_MS = 600, 900
_PALE = "#f2f5f8"
_MARGIN, _LEAST = 1.08, 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerWords:
    """What the picture says."""

    layer: str
    input: str
    play: str
    stop: str


def word_map_layers(
    word: WordLayers, layers: LayerProjections, groups: PointGroups, style: ChartStyle, *, words: LayerWords
) -> go.Figure:
    """Draw the points of the input with a slider over the layers and a button that plays them.

    Args:
        word: The occurrences.
        layers: Their points after each layer.
        groups: What they are coloured by.
        style: Colours and signs.
        words: What the picture says.
    """
    count, n, dimensions = layers.points.shape
    traces = point_traces(word, layers.points[0], groups, style)
    axes = list(zip(range(dimensions), "xyz", strict=False))
    figure = Drawing(traces)
    lay_out_map(figure, groups, style, dimensions=dimensions)
    reach = np.maximum(_MARGIN * np.abs(layers.points).max(axis=(0, 1)), _LEAST).tolist()
    ranges = {f"{axis}axis": {"range": [-reach[place], reach[place]]} for place, axis in axes}
    if dimensions == 2:
        figure.update_layout(ranges)
        figure.update_yaxes(scaleanchor=False)  # fill the place: the axes stay as they are while points move
    else:
        figure.update_layout(scene=ranges | {"aspectmode": "cube"})
    smooth = dimensions == 2 and n <= FAST  # other pictures are drawn anew, not moved
    figure.update_layout(
        sliders=[_slider(count, words, style, smooth=smooth)],
        updatemenus=[_buttons(words, smooth=smooth)],
        margin={"b": 96},
    )
    drawn = figure.done()
    drawn.frames = [
        {
            "name": str(layer),
            "traces": list(range(len(traces))),
            "data": [
                {"type": trace["type"], **{axis: points[trace["customdata"], place] for place, axis in axes}}
                for trace in traces
            ],
        }
        for layer, points in enumerate(layers.points)
    ]
    return drawn


def _move(*, smooth: bool, rest: int) -> dict[str, Any]:
    """Say how points get from one frame to another."""
    return {
        "mode": "immediate",
        "fromcurrent": True,
        "frame": {"duration": rest, "redraw": not smooth},
        "transition": {"duration": _MOVE_MS if smooth else 0, "easing": "cubic-in-out"},
    }


def _slider(count: int, words: LayerWords, style: ChartStyle, *, smooth: bool) -> dict[str, Any]:
    return {
        "active": 0,
        "x": 0,
        "len": 1,
        "y": 0,
        "pad": {"t": 6, "b": 0},
        "currentvalue": {
            "prefix": f"{plain(words.layer)}: ",
            "font": {"color": style.ink},
            "offset": 22,  # the buttons stand beside it
            "xanchor": "right",
        },
        "font": {"color": style.ink},
        "steps": [
            {
                "label": plain(words.input) if layer == 0 else str(layer),
                "method": "animate",
                "args": [[str(layer)], _move(smooth=smooth, rest=0)],
            }
            for layer in range(count)
        ],
    }


def _buttons(words: LayerWords, *, smooth: bool) -> dict[str, Any]:
    play = [None, _move(smooth=smooth, rest=_REST_MS)]
    stop = [[None], {"mode": "immediate", "frame": {"duration": 0, "redraw": False}}]
    return {
        "type": "buttons",
        "direction": "left",
        "x": 0,
        "y": 0,
        "xanchor": "left",
        "yanchor": "top",
        "pad": {"t": 6},
        "showactive": False,
        "bgcolor": _PALE,  # Plotly makes a button pale when it is pointed at, whatever the theme
        "font": {"color": DARK_INK},
        "buttons": [
            {"label": plain(words.play), "method": "animate", "args": play},
            {"label": plain(words.stop), "method": "animate", "args": stop},
        ],
    }
