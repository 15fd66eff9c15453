"""One query and its keys: vectors and products of one head as strips of colour."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.attention.query_key_parts import KeyRows, QueryKeyWords
from bertviz_core.charts.chart_style import (
    STILL,
    ChartStyle,
    note,
    plain,
    pointed_number,
    token_labels,
    token_ticks,
)
from bertviz_core.charts.drawing import Drawing, Trace, heatmap
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import QueryKey

KEYS, PRODUCTS = (0.0, 0.48), (0.52, 1.0)
"""Places of the parts of the picture across its width."""


def key_strips(answer: QueryKey, pair: tuple[int, int], style: ChartStyle, words: QueryKeyWords) -> go.Figure:
    """Draw the query above, and for each key its vector and its products with the query.

    Args:
        answer: The head.
        pair: Positions of the query and of the chosen key.
        style: Colours and signs.
        words: What to write.
    """
    query, key = pair
    rows = KeyRows.of(answer, query, key)
    (query_label,) = token_labels(answer.encoding, [query])
    vectors, products = answer.keys[rows.places], answer.products(query)[rows.places]
    figure = Drawing(
        [
            _strip(answer.queries[query][np.newaxis], [query_label], "coloraxis3", style, words, ("x", "y2")),
            _strip(vectors, rows.labels, "coloraxis", style, words, ("x", "y")),
            _strip(products, rows.labels, "coloraxis2", style, words, ("x2", "y")),
        ]
    )
    dimensions = {"title": {"text": words.dimension, "standoff": 20}, "automargin": False, **STILL}
    figure.update_layout(
        rows.layout(
            style,
            xaxis=dimensions | {"domain": KEYS},
            xaxis2=dimensions | {"domain": PRODUCTS},
            yaxis2=token_ticks([query_label], style, most=1)
            | {"domain": [1 - rows.query_row, 1], "range": [0.5, -0.5], "automargin": True},
            coloraxis=_around_zero(style, vectors),
            coloraxis2=_around_zero(style, products),
            coloraxis3=_around_zero(style, answer.queries[query]),
        )
    )
    note(figure, words.query, x=0, y=1, font_color=role_colour("query", style))
    note(figure, words.keys, x=0, y=rows.top, font_color=role_colour("key", style))
    note(figure, words.products, x=PRODUCTS[0], y=rows.top)
    return figure.done()


def _strip(
    values: NDArray[np.float32],
    labels: list[str],
    colours: str,
    style: ChartStyle,
    words: QueryKeyWords,
    axes: tuple[str, str],
) -> Trace:
    """Draw rows of numbers, a column for each dimension."""
    x, y = axes
    number, pointed = pointed_number(values, "z", style, places=4)
    return heatmap(
        z=values,
        text=[[plain(label)] * values.shape[1] for label in labels],
        hovertemplate=f"%{{text}}<br>{plain(words.dimension)} %{{x}}: {number}<extra></extra>",
        **pointed,
        coloraxis=colours,
        xaxis=x,
        yaxis=y,
        ygap=2,
    )


def _around_zero(style: ChartStyle, values: NDArray[np.float32]) -> dict[str, Any]:
    """Return a colour axis with zero at the page's background and the largest number at its end."""
    most = float(np.abs(values).max()) or 1.0
    return {"colorscale": style.diverging_scale(), "cmin": -most, "cmax": most, "showscale": False}
