"""The style of charts in the visitor's theme and language."""

from __future__ import annotations

from typing import Any

import streamlit as st

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.ui.i18n import numbers


def chart_style() -> ChartStyle:
    """Return colours and signs for the charts of a page."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    return ChartStyle(
        ink=st.get_option(f"theme.{theme}.textColor"),
        background=st.get_option(f"theme.{theme}.backgroundColor"),
        sequential=tuple(st.get_option(f"theme.{theme}.chartSequentialColors")),
        numbers=numbers(),
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
