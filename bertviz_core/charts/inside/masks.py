"""One head under a mask: scores with minus infinity in the forbidden cells, and weights after the softmax."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    ChartStyle,
    colour_at,
    names_room,
    plain,
    readable_ink,
    token_labels,
    token_ticks,
)
from bertviz_core.charts.drawing import LETTERS, Drawing, Trace, heatmap, scatter
from bertviz_core.results import MaskedAttention

MOST_NUMBERS = 12
"""Up to so many tokens a number fits into every cell."""

MOST_NAMES, MOST_UPRIGHT = 32, 20
"""Of rows, and of columns, whose names need more room than half the page has."""
ROW, LEAST_ROW, ROWS, BOTTOM = 30, 13, 330, 8
BUTTON = 26
"""Pixels above the names, for the button that saves the picture."""

FORBIDDEN = "−∞"
_CLOSED = 0.14
"""How much of the ink is in the grey of forbidden cells."""

Scale = list[tuple[float, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskWords:
    """What is read by pointing, in the visitor's language."""

    query: str
    key: str
    score: str
    weight: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cells:
    """What is drawn of every query (row) and key (column)."""

    shades: NDArray[np.float32]
    """Places of the scale, between 0 and 1."""
    scale: Scale
    values: NDArray[np.float32]
    places: int
    """Digits after the decimal sign of what is written in cells."""
    closed: str
    """What stands in forbidden cells."""
    name: str


def masked_scores(answer: MaskedAttention, chosen: int, style: ChartStyle, words: MaskWords) -> go.Figure:
    """Draw the scores q·k / √d of every query (rows) with every key, −∞ where the mask forbids.

    Args:
        answer: One head.
        chosen: The query whose row is framed.
        style: Colours and signs.
        words: What is read by pointing.
    """
    most = max(float(np.abs(answer.scores[answer.allowed]).max(initial=0)), 1e-6)
    cells = _Cells(
        shades=np.clip((answer.scores + most) / (2 * most), 0, 1),
        scale=style.diverging_scale(),
        values=answer.scores,
        places=1,
        closed=FORBIDDEN,
        name=words.score,
    )
    return _draw(answer, cells, chosen, style, words)


def masked_weights(answer: MaskedAttention, chosen: int, style: ChartStyle, words: MaskWords) -> go.Figure:
    """Draw the weights after the softmax; arguments as for `masked_scores`."""
    cells = _Cells(
        shades=np.sqrt(answer.weights),
        scale=style.sequential_scale(),
        values=answer.weights,
        places=2,
        closed="0",
        name=words.weight,
    )
    return _draw(answer, cells, chosen, style, words)


def picture_height(answer: MaskedAttention) -> int:
    """Return the height of both pictures in a low window, in pixels."""
    tokens = len(answer.encoding)
    rows = tokens * max(LEAST_ROW, min(ROW, ROWS // tokens))
    return BUTTON + names_room(_labels(answer)) + rows + BOTTOM


def _labels(answer: MaskedAttention) -> list[str]:
    return token_labels(answer.encoding, range(len(answer.encoding)))


def _draw(
    answer: MaskedAttention, cells: _Cells, chosen: int, style: ChartStyle, words: MaskWords
) -> go.Figure:
    """Draw coloured cells for what is allowed, and grey ones with strokes for what is not."""
    tokens, labels = len(answer.encoding), _labels(answer)
    grey = colour_at([(0, style.background), (1, style.ink)], _CLOSED)
    hover = {
        "customdata": _pointed(labels, _written(answer, cells, style, 4), words),
        "hovertemplate": f"%{{customdata[0]}}<br>{plain(cells.name)} %{{customdata[1]}}<extra></extra>",
    }
    figure = Drawing(
        [
            _layer(np.where(answer.allowed, np.nan, 1.0), [(0, grey), (1, grey)]) | hover,
            _layer(np.where(answer.allowed, cells.shades, np.nan), cells.scale) | hover,
        ]
    )
    if not answer.allowed.all():
        figure.add_trace(_strokes(answer, style))
    if tokens <= MOST_NUMBERS:
        figure.add_trace(_texts(answer, cells, style))
    room = names_room(labels)
    margin = {"l": room, "r": 4, "t": BUTTON + room, "b": BOTTOM}
    figure.update_layout(style.layout(height=picture_height(answer), margin=margin))
    end = tokens - 0.5
    upright = token_ticks(labels, style, most=MOST_UPRIGHT)
    figure.update_xaxes(upright | {"side": "top", "tickangle": -90, "range": [-0.5, end]})
    figure.update_yaxes(token_ticks(labels, style, most=MOST_NAMES) | {"range": [end, -0.5]})
    frame = {"x0": -0.5, "x1": end, "y0": chosen - 0.5, "y1": chosen + 0.5}
    figure.add_shape(type="rect", line={"color": CHOSEN, "width": 3}, **frame)
    return figure.done()


def _layer(shades: NDArray[np.float64], scale: Scale) -> Trace:
    """Return cells; those that are not a number are left free for the other layer."""
    gap = 1 if len(shades) <= MOST_NAMES else 0
    return heatmap(
        z=shades, zmin=0, zmax=1, colorscale=scale, showscale=False, hoverongaps=False, xgap=gap, ygap=gap
    )


def _written(answer: MaskedAttention, cells: _Cells, style: ChartStyle, places: int) -> list[list[str]]:
    """Write every number, and what stands in the place of those that the mask forbids."""
    return [
        [
            style.numbers.number(value, places) if seen else cells.closed
            for value, seen in zip(row, allowed, strict=True)
        ]
        for row, allowed in zip(cells.values.tolist(), answer.allowed.tolist(), strict=True)
    ]


def _texts(answer: MaskedAttention, cells: _Cells, style: ChartStyle) -> Trace:
    """Write the number of every cell in an ink that can be read on its colour."""
    rows, columns = np.indices(cells.shades.shape)
    inks = [
        readable_ink(colour_at(cells.scale, shade)) if seen else style.ink
        for shade, seen in zip(cells.shades.ravel().tolist(), answer.allowed.ravel().tolist(), strict=True)
    ]
    return scatter(
        x=columns.ravel(),
        y=rows.ravel(),
        mode="text",
        text=[text for row in _written(answer, cells, style, cells.places) for text in row],
        textfont={"color": inks, "size": LETTERS},
        hoverinfo="skip",
        cliponaxis=False,
    )


def _strokes(answer: MaskedAttention, style: ChartStyle) -> Trace:
    """Tell forbidden cells without colour: a stroke through each, or in a corner beside its number."""
    reach = (0.22, 0.46) if len(answer.encoding) <= MOST_NUMBERS else (-0.4, 0.4)
    across: list[float | None] = []
    down: list[float | None] = []
    for row, column in np.argwhere(~answer.allowed).tolist():
        across += [column + reach[0], column + reach[1], None]
        down += [row + reach[1], row + reach[0], None]
    line = {"color": style.ink, "width": 1}
    return scatter(x=across, y=down, mode="lines", line=line, opacity=0.5, hoverinfo="skip")


def _pointed(labels: list[str], exact: list[list[str]], words: MaskWords) -> list[list[list[str]]]:
    """Return what is read by pointing at each cell."""
    names = [plain(label) for label in labels]
    return [
        [
            [f"{plain(words.query)} {query}<br>{plain(words.key)} {key}", value]
            for key, value in zip(names, row, strict=True)
        ]
        for query, row in zip(names, exact, strict=True)
    ]
