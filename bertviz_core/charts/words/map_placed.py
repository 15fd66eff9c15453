"""The word of another sentence, marked in a map that is drawn already."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.charts.hover_sentence import marked_occurrence
from bertviz_core.results import WordLayers

SIZE, SOLID_SIZE = 20, 9


def mark_placed(
    figure: go.Figure, word: WordLayers, points: NDArray[np.float32], style: ChartStyle, *, name: str
) -> None:
    """Add a star for each occurrence; solids know no star and get a cross.

    Args:
        figure: The map.
        word: The occurrences.
        points: (m, dimensions) in the map.
        style: Colours.
        name: What they are, in the visitor's language.
    """
    solid = points.shape[1] == 3
    kind = go.Scatter3d if solid else go.Scatter
    figure.add_trace(
        kind(
            **{axis: points[:, place] for place, axis in zip(range(points.shape[1]), "xyz", strict=False)},
            mode="markers",
            name=plain(name),
            marker={
                "symbol": "cross" if solid else "star",
                "size": SOLID_SIZE if solid else SIZE,
                "color": style.ink,
                "line": {"color": style.background, "width": 1.5},
            },
            text=[f"{marked_occurrence(word, place)}<br><i>{plain(name)}</i>" for place in range(len(word))],
            hovertemplate="%{text}<extra></extra>",
            hoverlabel={"align": "left"},
        )
    )
