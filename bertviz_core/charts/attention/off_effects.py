"""What becomes of an answer without each head alone: layers from top to bottom, heads from left to right."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, heatmap
from bertviz_core.results import HeadEffects

ROW_HEIGHT = 22


def head_effects_map(effects: HeadEffects, style: ChartStyle, *, words: dict[str, str]) -> go.Figure:
    """Draw by how much the probability of the answer changes without each head.

    Args:
        effects: What was tried.
        style: Colours and signs.
        words: What the picture says: `layer`, `head`, `measure`.
    """
    change = effects.without - np.float32(effects.probability)
    reach = max(float(np.abs(change).max(initial=0)), 1e-6)
    heads = change.shape[1]
    figure = Drawing(
        heatmap(
            z=change,
            x=list(range(1, heads + 1)),
            y=[layer + 1 for layer in effects.layers],
            zmin=-reach,
            zmax=reach,
            colorscale=style.diverging_scale(),
            colorbar={"title": {"text": words["measure"], "side": "right"}, "thickness": 10, "nticks": 5},
            customdata=effects.without,
            hovertemplate=(
                f"{plain(words['layer'])} %{{y}}, {plain(words['head'])} %{{x}}<br>"
                f"{style.numbers.number(effects.probability, 4)} → %{{customdata:.4f}}<extra></extra>"
            ),
            xgap=1,
            ygap=1,
        )
    )
    figure.update_layout(
        style.layout(height=ROW_HEIGHT * len(change) + 70, margin={"l": 50, "r": 10, "t": 10, "b": 40})
    )
    figure.update_xaxes(title=words["head"], tickangle=0, dtick=1, **STILL)
    figure.update_yaxes(title=words["layer"], autorange="reversed", dtick=1, **STILL)
    return figure.done()
