"""Cells of a heat map: points that can be clicked, and a frame around one."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from bertviz_core.charts.drawing import Drawing, Trace, scatter

_UNSEEN = {"marker": {"opacity": 0}}


def clickable_cells(x: ArrayLike, y: ArrayLike, *, size: int, **hover: Any) -> Trace:
    """Return unseen points over cells: browsers select points, never the cells of a heat map.

    Args:
        x: Columns, one a cell.
        y: Rows.
        size: Pixels; about those of a cell.
        **hover: What is said on pointing: `customdata`, `hovertext`, `hovertemplate`.
    """
    return scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"size": size, "opacity": 0, "symbol": "square"},
        selected=_UNSEEN,
        unselected=_UNSEEN,
        **hover,
    )


def frame_cell(figure: Drawing, x: float, y: float, *, colour: str, reach: float = 0.48) -> None:
    """Draw a frame around the cell whose middle is at a column and a row.

    Args:
        figure: Of the heat map.
        x: The column.
        y: The row.
        colour: Of the frame.
        reach: From the middle to the frame; a cell is 1 wide.
    """
    corners = {"x0": x - reach, "x1": x + reach, "y0": y - reach, "y1": y + reach}
    figure.add_shape(type="rect", line={"color": colour, "width": 3}, **corners)
