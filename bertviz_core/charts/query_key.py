"""From a query and its keys to weights: vectors, products and sums of one head as strips of colour."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import (
    CHOSEN,
    STILL,
    ChartStyle,
    colour_at,
    note,
    readable_ink,
    token_labels,
    token_ticks,
)
from bertviz_core.results import QueryKey

MOST_KEYS = 30
TOP, GAP, BOTTOM = 26, 30, 40
PICTURE, LEAST_ROW, MOST_ROW = 270, 14, 24
KEYS, PRODUCTS, COLUMNS = (0.0, 0.37), (0.4, 0.77), (0.8, 1.0)
"""Places of the parts of the picture across its width."""

STRONGEST = 0.3
"""Of the half of a scale behind numbers: its end would leave either ink little contrast."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryKeyWords:
    """What is written on the charts, in the visitor's language."""

    query: str
    keys: str
    products: str
    product: str
    weight: str
    dimension: str


def shown_keys(answer: QueryKey, query: int, key: int) -> NDArray[np.int64]:
    """Return the positions of the keys with the largest weights and of the chosen one, in reading order."""
    strongest = np.argsort(-answer.weights[query], kind="stable")[:MOST_KEYS]
    if key not in strongest:
        strongest[-1] = key
    return np.sort(strongest)


def key_strips(answer: QueryKey, pair: tuple[int, int], style: ChartStyle, words: QueryKeyWords) -> go.Figure:
    """Draw the query above, and for each key its vector, its products with the query, and their sum.

    Args:
        answer: The head.
        pair: Positions of the query and of the chosen key.
        style: Colours and signs.
        words: What to write.
    """
    query, key = pair
    places = shown_keys(answer, query, key)
    labels = token_labels(answer.encoding, places.tolist())
    (query_label,) = token_labels(answer.encoding, [query])
    rows = len(places)
    row = max(LEAST_ROW, min(MOST_ROW, PICTURE // rows))
    inner = row * (rows + 1) + GAP
    vectors, products = answer.keys[places], answer.products(query)[places]
    figure = go.Figure(
        [
            _strip(answer.queries[query][np.newaxis], [query_label], "coloraxis3", words, ("x", "y2")),
            _strip(vectors, labels, "coloraxis", words, ("x", "y")),
            _strip(products, labels, "coloraxis2", words, ("x2", "y")),
            *_columns(answer, query, places, style),
        ]
    )
    below = row * rows / inner
    dimensions = {"title": words.dimension, **STILL}
    figure.update_layout(
        style.layout(
            height=inner + TOP + BOTTOM,
            margin={"l": 125, "r": 8, "t": TOP, "b": BOTTOM},
            xaxis=dimensions | {"domain": KEYS},
            xaxis2=dimensions | {"domain": PRODUCTS},
            xaxis3=_column_axis(["q·k", f"÷ √{answer.queries.shape[1]}", words.weight]),
            yaxis=token_ticks(labels, style, most=MOST_KEYS)
            | {"domain": [0, below], "range": [rows - 0.5, -0.5]},
            yaxis2=token_ticks([query_label], style, most=1)
            | {"domain": [1 - row / inner, 1], "range": [0.5, -0.5]},
            coloraxis=_around_zero(style, vectors),
            coloraxis2=_around_zero(style, products),
            coloraxis3=_around_zero(style, answer.queries[query]),
            shapes=[_frame(places.tolist().index(key))],
        )
    )
    note(figure, words.query, x=0, y=1)
    note(figure, words.keys, x=0, y=below)
    note(figure, words.products, x=PRODUCTS[0], y=below)
    return figure


def _strip(
    values: NDArray[np.float32],
    labels: list[str],
    colours: str,
    words: QueryKeyWords,
    axes: tuple[str, str],
) -> go.Heatmap:
    """Draw rows of numbers, a column for each dimension."""
    x, y = axes
    return go.Heatmap(
        z=values,
        text=[[escape(label)] * values.shape[1] for label in labels],
        hovertemplate=f"%{{text}}<br>{escape(words.dimension)} %{{x}}: %{{z:.4f}}<extra></extra>",
        coloraxis=colours,
        xaxis=x,
        yaxis=y,
        ygap=2,
    )


def _columns(
    answer: QueryKey, query: int, places: NDArray[np.int64], style: ChartStyle
) -> list[go.Heatmap | go.Scatter]:
    """Draw score, scaled score and weight of every shown key on their colours, and write them there."""
    scores, weights = answer.scores[query, places], answer.weights[query, places]
    signed = 0.5 + STRONGEST * scores / (float(np.abs(answer.scores[query]).max()) or 1.0)
    columns = (
        _Column(scores, signed, style.diverging_scale(), digits=2),
        _Column(scores * answer.scale, signed, style.diverging_scale(), digits=2),
        _Column(weights, np.sqrt(weights), style.sequential_scale(), digits=3),
    )
    return [
        *(column.colours(place) for place, column in enumerate(columns)),
        *(column.numbers(place, style) for place, column in enumerate(columns)),
    ]


@dataclass(frozen=True, slots=True)
class _Column:
    """Numbers below each other, each on a colour."""

    values: NDArray[np.float32]
    shades: NDArray[np.float32]  # places on the scale, from 0 to 1
    scale: list[tuple[float, str]]
    digits: int

    def colours(self, place: int) -> go.Heatmap:
        return go.Heatmap(
            x=[place],
            z=self.shades[:, np.newaxis],
            customdata=self.values[:, np.newaxis],
            hovertemplate="%{customdata:.6f}<extra></extra>",
            colorscale=self.scale,
            zmin=0,
            zmax=1,
            xaxis="x3",
            showscale=False,
            xgap=2,
            ygap=2,
        )

    def numbers(self, place: int, style: ChartStyle) -> go.Scatter:
        """Write the numbers; Plotly's own ink on a heat map is grey on the middle of a scale."""
        return go.Scatter(
            x=np.full(len(self.values), place),
            y=np.arange(len(self.values)),
            mode="text",
            text=[f"{value:.{self.digits}f}".replace(".", style.separators[0]) for value in self.values],
            textfont={
                "size": 11,
                "color": [readable_ink(colour_at(self.scale, shade)) for shade in self.shades],
            },
            hoverinfo="skip",
            xaxis="x3",
        )


def _column_axis(titles: list[str]) -> dict[str, Any]:
    return {
        "domain": COLUMNS,
        "tickvals": list(range(len(titles))),
        "ticktext": titles,
        "side": "bottom",
        **STILL,
    }


def _around_zero(style: ChartStyle, values: NDArray[np.float32]) -> dict[str, Any]:
    """Return a colour axis with zero at the page's background and the largest number at its end."""
    most = float(np.abs(values).max()) or 1.0
    return {"colorscale": style.diverging_scale(), "cmin": -most, "cmax": most, "showscale": False}


def _frame(row: int) -> dict[str, Any]:
    """Return a frame around a row, across the whole picture."""
    place = {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": row - 0.5, "y1": row + 0.5}
    return {"type": "rect", "line": {"color": CHOSEN, "width": 2}, **place}
