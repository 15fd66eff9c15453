"""The bars of one side of a comparison, those that the other side lacks in a colour of their own."""

from __future__ import annotations

import plotly.graph_objects as go

from bertviz_core.charts.answers.mask_bars import MARKED, BarStyle, mask_bars
from bertviz_core.charts.chart_style import CHOSEN, MORE
from bertviz_core.results import ComparedBlank


def compared_bars(blank: ComparedBlank, style: BarStyle, *, side: int) -> go.Figure:
    """Draw the answers of one side.

    Args:
        blank: Both sides.
        style: With both sides as `beside`, so that they share an axis.
        side: 0 for the one before, 1 for the one after.
    """
    mask, alone = blank.drawn[side], blank.alone[side]
    figure = mask_bars(mask, style)
    own = [p.rank in alone for p in mask.predictions]
    figure.data[0].marker = {
        "color": [CHOSEN if one else MORE for one in own],
        "pattern": MARKED | {"shape": [MARKED["shape"] if one else "" for one in own]},
    }
    return figure
