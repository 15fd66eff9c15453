"""How an answer forms: layers from top to bottom, the words that are followed from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import (
    MONOSPACED,
    STILL,
    ChartStyle,
    beginning,
    note,
    plain,
    share_colourbar,
)
from bertviz_core.charts.drawing import LETTERS, Drawing, heatmap
from bertviz_core.results import AnswerByLayer

ROW_HEIGHT, LEFT = 19, 172
SHOWN_LETTERS, HEADING_LETTERS = 12, 9
MOST_NUMBERS = 12
"""Up to so many columns have room for a number in every cell."""

Measure = Literal["probability", "rank"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLayerWords:
    """What the picture says."""

    layer: str
    input: str
    probability: str
    rank: str


def answer_layers_map(
    answer: AnswerByLayer, style: ChartStyle, words: AnswerLayerWords, *, measure: Measure
) -> go.Figure:
    """Draw probability or rank of each word after every layer; each row is named by its own first word.

    Args:
        answer: What was read from every layer.
        style: Colours and signs.
        words: What the picture says.
        measure: What the colours stand for; both numbers are read by pointing.
    """
    rows, columns = answer.probabilities.shape
    layers = [words.input, *(str(layer) for layer in range(1, rows))]
    labels = [plain(beginning(word.token, HEADING_LETTERS)) for word in answer.words]
    if answer.hidden is not None:
        labels[answer.hidden] = f"<b>{labels[answer.hidden]}</b>"
    by_rank = measure == "rank"
    most = max(float(answer.probabilities.max(initial=0)), 1e-6)
    lowest = max(int(answer.ranks.max(initial=1)), 10)
    shown = np.log10(answer.ranks) if by_rank else np.sqrt(answer.probabilities)
    scale = style.sequential_scale()
    if by_rank:  # the first rank is the strongest colour
        scale = [(1 - place, colour) for place, colour in reversed(scale)]
    numbers = answer.ranks.astype(str) if by_rank else _written(answer, style)
    figure = Drawing(
        heatmap(
            z=shown,
            zmin=0,
            zmax=np.log10(lowest) if by_rank else most**0.5,
            colorscale=scale,
            showscale=columns > MOST_NUMBERS,  # numbers stand in the cells of few
            colorbar=_rank_bar(words.rank, lowest) if by_rank else _share_bar(words, style, most),
            text=numbers,
            texttemplate="%{text}" if columns <= MOST_NUMBERS else None,
            customdata=_pointed(answer, layers, words),
            hovertemplate=(
                "%{customdata[0]}<br>%{customdata[1]}"
                f"<br>{plain(words.probability)} %{{customdata[2]:.6f}}"
                f"<br>{plain(words.rank)} %{{customdata[3]}}<extra></extra>"
            ),
            xgap=1,
            ygap=1,
        )
    )
    top = round(0.6 * LETTERS * HEADING_LETTERS) + 14
    figure.update_layout(
        style.layout(height=ROW_HEIGHT * rows + top + 8, margin={"l": LEFT, "r": 10, "t": top, "b": 8})
    )
    said = words.rank if by_rank else f"{words.probability}, %"
    note(figure, plain(said), x=0, y=1, xshift=-LEFT + 4, yshift=4)
    face = {"family": MONOSPACED, "color": style.ink}
    figure.update_xaxes(
        tickvals=list(range(columns)), ticktext=labels, side="top", tickangle=-90, tickfont=face, **STILL
    )
    figure.update_yaxes(
        tickvals=list(range(rows)),
        ticktext=[
            f"{plain(beginning(first.token, SHOWN_LETTERS))}  {plain(layer)}"
            for first, layer in zip(answer.first, layers, strict=True)
        ],
        title={"text": plain(words.layer), "standoff": 4},
        autorange="reversed",
        tickfont=face,
        **STILL,
    )
    return figure.done()


def _written(answer: AnswerByLayer, style: ChartStyle) -> list[list[str]]:
    """Write probabilities that can be seen, in percent, for whose sign there is no room."""
    return [
        [style.numbers.number(100 * value, 0) if value >= 0.005 else "" for value in row]
        for row in answer.probabilities.tolist()
    ]


def _pointed(
    answer: AnswerByLayer, layers: list[str], words: AnswerLayerWords
) -> list[list[tuple[str, str, float, int]]]:
    """Return what is read by pointing at each cell."""
    named = [plain(layers[0]), *(f"{plain(words.layer)} {layer}" for layer in layers[1:])]
    tokens = [plain(word.token) for word in answer.words]
    return [
        list(zip([row] * len(tokens), tokens, shares, ranks, strict=True))
        for row, shares, ranks in zip(
            named, answer.probabilities.tolist(), answer.ranks.tolist(), strict=True
        )
    ]


def _share_bar(words: AnswerLayerWords, style: ChartStyle, most: float) -> dict[str, object]:
    return share_colourbar(plain(words.probability), style, most=most, percent=True)


def _rank_bar(title: str, lowest: int) -> dict[str, object]:
    marks = [10**power for power in range(len(str(lowest)))]
    return {
        "title": {"text": plain(title), "side": "top"},
        "tickvals": list(range(len(marks))),
        "ticktext": [str(mark) for mark in marks],
        "thickness": 10,
        "outlinewidth": 0,
        "xpad": 4,
    }
