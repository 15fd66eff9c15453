"""The points of a chart that a visitor selected."""

from __future__ import annotations

from typing import Any


def selected_points(state: Any) -> list[dict[str, Any]]:
    """Return the selected points as Plotly describes them.

    Args:
        state: What `st.plotly_chart` returned or keeps; a browser may send anything.
    """
    points = state.get("selection", {}).get("points", []) if hasattr(state, "get") else []
    return [point for point in points if isinstance(point, dict)]
