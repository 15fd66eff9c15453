"""The confusion matrix of held-out texts, whose cells can be clicked."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, ChartStyle
from bertviz_core.charts.fine_tuning.learn_confusion import ConfusionWords, confusion_drawing
from bertviz_core.charts.heat_cells import clickable_cells, frame_cell

_REACH = 240  # pixels of height and width, about, that all cells share


def results_confusion(
    confusion: NDArray[np.int64],
    labels: tuple[str, ...],
    style: ChartStyle,
    words: ConfusionWords,
    *,
    chosen: tuple[int, int] | None = None,
) -> go.Figure:
    """Draw counts on colours that are shares of their row; a click on a cell selects the point over it.

    Points are over the cells row by row, the last trace of the figure.

    Args:
        confusion: (k, k), right classes in rows.
        labels: Names of the k classes: text, never markup.
        style: Colours and signs.
        words: What the picture says.
        chosen: Row and column of the cell that is framed.
    """
    figure = confusion_drawing(confusion, labels, style, words)
    cells = figure.traces[0]
    rows, columns = np.indices(confusion.shape).reshape(2, -1)
    figure.add_trace(
        clickable_cells(
            columns,
            rows,
            size=max(8, _REACH // len(labels)),
            hovertext=[text for row in cells["hovertext"] for text in row],
            customdata=[text for row in cells["customdata"] for text in row],
            hovertemplate=cells["hovertemplate"],
        )
    )
    if chosen is not None:
        row, column = chosen
        frame_cell(figure, column, row, colour=CHOSEN)
    return figure.done()
