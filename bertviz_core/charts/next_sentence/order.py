"""Whether each sentence of a paragraph follows each other one: a heat map with numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    LESS,
    STILL,
    ChartStyle,
    colour_at,
    note,
    plain,
    readable_ink,
)
from bertviz_core.charts.drawing import Drawing, Trace, heatmap, scatter
from bertviz_core.charts.heat_cells import frame_cell
from bertviz_core.results import SentenceOrder

ROW_HEIGHT, LEAST_HEIGHT, LEFT = 38, 330, 156
SHOWN_LETTERS, HOVER_LETTERS = 16, 60
MOST_NUMBERS = 8
"""Up to so many sentences a number fits into a cell on a phone too."""


def sentence_order_map(
    order: SentenceOrder, style: ChartStyle, *, heading: str, shown: Sequence[int] | None = None
) -> go.Figure:
    """Draw p(column comes after row) in percent; neighbours as written are framed, the recovered ones dotted.

    Colours are ranks in the row: the probabilities themselves are often all but the same.

    Args:
        order: The answers.
        style: Colours and signs.
        heading: What rows and columns are, in the visitor's language.
        shown: The order in which the sentences stand on both axes; as written when None.
    """
    n = len(order.sentences)
    shown = list(range(n)) if shown is None else list(shown)
    at = {sentence: place for place, sentence in enumerate(shown)}
    values = order.matrix[np.ix_(shown, shown)]
    ranks = _ranks(values)
    names = [_numbered(order, sentence, HOVER_LETTERS) for sentence in shown]
    figure = Drawing(
        heatmap(
            z=ranks,
            x=list(range(n)),
            y=list(range(n)),
            zmin=0,
            zmax=1,
            colorscale=style.sequential_scale(),
            showscale=False,  # the numbers stand in the cells
            text=values.astype(np.float32),
            customdata=[[[row, column] for column in names] for row in names],
            hovertemplate="%{customdata[0]}<br>→ %{customdata[1]}<br>%{text:.6f}<extra></extra>",
            hoverongaps=False,
            xgap=2,
            ygap=2,
        )
    )
    if n <= MOST_NUMBERS:
        figure.add_trace(_numbers(values, ranks, style))
    figure.add_trace(_steps(order, at, style))
    for one in range(n - 1):
        frame_cell(figure, at[one + 1], at[one], colour=LESS)
    figure.update_layout(
        style.layout(
            height=max(LEAST_HEIGHT, ROW_HEIGHT * n + 70), margin={"l": LEFT, "r": 8, "t": 66, "b": 8}
        )
    )
    note(figure, plain(heading), x=0, y=1, xshift=10 - LEFT, yshift=34)
    figure.update_xaxes(
        side="top",
        tickvals=list(range(n)),
        ticktext=[str(sentence + 1) for sentence in shown],
        tickangle=0,
        range=[-0.5, n - 0.5],
        **STILL,
    )
    figure.update_yaxes(
        tickvals=list(range(n)),
        ticktext=[_numbered(order, sentence, SHOWN_LETTERS) for sentence in shown],
        range=[n - 0.5, -0.5],
        **STILL,
    )
    return figure.done()


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the place of each probability among those of its row, the highest 1."""
    order = np.argsort(np.argsort(values, axis=1), axis=1).astype(np.float64)
    return np.where(np.isfinite(values), (order + 1) / (len(values) - 1), np.nan)


def _numbers(values: NDArray[np.float64], ranks: NDArray[np.float64], style: ChartStyle) -> Trace:
    """Write each probability in its cell, in the ink that can be read on the cell's colour."""
    rows, columns = np.nonzero(np.isfinite(values))
    scale = style.sequential_scale()
    return scatter(
        x=columns,
        y=rows,
        mode="text",
        text=[
            style.numbers.probability(value).removesuffix(style.numbers.percent_sign)
            for value in values[rows, columns].tolist()
        ],
        textfont={"color": [readable_ink(colour_at(scale, rank)) for rank in ranks[rows, columns].tolist()]},
        hoverinfo="skip",
    )


def _steps(order: SentenceOrder, at: dict[int, int], style: ChartStyle) -> Trace:
    """Mark the cells of the recovered order's neighbours by a dot in their corner."""
    cells = [(at[after] + 0.36, at[before] - 0.32) for before, after in pairwise(order.recovered)]
    return scatter(
        x=[x for x, _ in cells],
        y=[y for _, y in cells],
        mode="markers",
        marker={"size": 9, "color": CHOSEN, "line": {"width": 1, "color": style.ink}},
        hoverinfo="skip",
    )


def _numbered(order: SentenceOrder, sentence: int, letters: int) -> str:
    text = order.sentences[sentence]
    return plain(f"{sentence + 1} {text if len(text) <= letters else text[:letters].rstrip() + '…'}")
