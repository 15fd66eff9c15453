"""What a model takes for what: the right classes in rows, what it said in columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, beginning, colour_at, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, heatmap, scatter

HEIGHT, ROW_HEIGHT = 280, 20
MOST_NUMBERS = 9
"""Classes; of more only the colours are seen, and the numbers on pointing."""

_LETTERS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionWords:
    """What is written on the chart, in the visitor's language."""

    right: str
    said: str
    examples: str


def learning_confusion(
    confusion: NDArray[np.int64], labels: tuple[str, ...], style: ChartStyle, words: ConfusionWords
) -> go.Figure:
    """Draw counts on colours that are shares of their row, as `confusion_drawing` does."""
    return confusion_drawing(confusion, labels, style, words).done()


def confusion_drawing(
    confusion: NDArray[np.int64], labels: tuple[str, ...], style: ChartStyle, words: ConfusionWords
) -> Drawing:
    """Draw how the examples of each right class were told, as shares of their row.

    Args:
        confusion: (k, k), right classes in rows.
        labels: Names of the k classes: text, never markup.
        style: Colours and signs.
        words: What the picture says.
    """
    rows = confusion.sum(axis=1, keepdims=True)
    shares = confusion / np.maximum(rows, 1)
    names = [plain(beginning(" ".join(label.split()), 60)) for label in labels]
    count = len(labels)
    hover = [
        [f"{plain(words.right)}: {right}<br>{plain(words.said)}: {said}" for said in names] for right in names
    ]
    figure = Drawing(
        heatmap(
            z=shares.astype(np.float32),
            zmin=0,
            zmax=1,
            colorscale=style.sequential_scale(),
            showscale=False,
            xgap=1,
            ygap=1,
            hovertext=hover,
            customdata=_counted(confusion, shares, style),
            hovertemplate=f"%{{hovertext}}<br>{plain(words.examples)}: %{{customdata}}<extra></extra>",
        )
    )
    if count <= MOST_NUMBERS:
        _write_numbers(figure, confusion, shares, style)
    ticks: dict[str, Any] = {
        "tickvals": list(range(count)),
        "ticktext": [plain(beginning(" ".join(label.split()), _LETTERS)) for label in labels],
        **STILL,
    }
    figure.update_layout(
        style.layout(
            height=max(HEIGHT, ROW_HEIGHT * count + 110),
            margin={"l": 10, "r": 6, "t": 6, "b": 10},
            uirevision="confusion",
            xaxis={"title": {"text": plain(words.said), "standoff": 8}, "automargin": True, **ticks},
            yaxis={
                "title": {"text": plain(words.right), "standoff": 4},
                "range": [count - 0.5, -0.5],
                "automargin": True,
                **ticks,
            },
        )
    )
    return figure


def _counted(confusion: NDArray[np.int64], shares: NDArray[np.float64], style: ChartStyle) -> list[list[str]]:
    """Write the count of each cell with its share of the row."""
    return [
        [f"{count} ({style.numbers.percent(share)})" for count, share in zip(*row, strict=True)]
        for row in zip(confusion.tolist(), shares.tolist(), strict=True)
    ]


def _write_numbers(
    figure: Drawing, confusion: NDArray[np.int64], shares: NDArray[np.float64], style: ChartStyle
) -> None:
    """Write the count of each cell in the ink that can be read on its colour."""
    rows, columns = np.indices(confusion.shape).reshape(2, -1)
    figure.add_trace(
        scatter(
            x=columns,
            y=rows,
            mode="text",
            text=[str(number) for number in confusion.ravel()],
            textfont={
                "color": [
                    readable_ink(colour_at(style.sequential_scale(), share)) for share in shares.ravel()
                ],
            },
            hoverinfo="skip",
        )
    )
