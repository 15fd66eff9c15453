"""The style of charts in the visitor's theme and language."""

from __future__ import annotations

from typing import Any

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.ui.i18n import separators
from bertviz_core.ui.theme import sequential_colours, theme_colour


def chart_style() -> ChartStyle:
    """Return colours and signs for the charts of a page."""
    return ChartStyle(
        ink=theme_colour("textColor"),
        background=theme_colour("backgroundColor"),
        sequential=sequential_colours(),
        separators=separators(),
    )


def picture_options(file_name: str) -> dict[str, Any]:
    """Return Plotly's options for a chart whose only button saves it as PNG."""
    return {
        "displaylogo": False,
        "showSendToCloud": False,
        "displayModeBar": True,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "png", "filename": file_name, "scale": 2},
    }
