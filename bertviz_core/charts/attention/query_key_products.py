"""Which dimensions decide how well a query and a key fit: one bar for each product."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.attention.query_key_parts import QueryKeyWords
from bertviz_core.charts.chart_style import LESS, MORE, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import QueryKey


def product_bars(
    answer: QueryKey, pair: tuple[int, int], style: ChartStyle, words: QueryKeyWords, *, ordered: bool
) -> go.Figure:
    """Draw the products of one query and one key, dimension by dimension.

    Args:
        answer: The head.
        pair: Positions of the query and of the key.
        style: Colours and signs.
        words: What to write.
        ordered: From the largest product to the smallest, instead of by number.
    """
    query, key = pair
    terms = answer.products(query)[key]
    order = np.argsort(-terms, kind="stable") if ordered else np.arange(len(terms))
    factors = np.stack([answer.queries[query], answer.keys[key], terms], axis=1)[order]
    write = style.numbers.number
    figure = Drawing(
        bar(
            x=[str(dimension) for dimension in order],
            y=terms[order],
            marker={"color": np.where(terms[order] < 0, LESS, MORE), "line": {"width": 0}},
            customdata=[[write(value, 3) for value in row] for row in factors.tolist()],
            hovertemplate=f"{plain(words.dimension)} %{{x}}<br>"
            "q %{customdata[0]} × k %{customdata[1]} = %{customdata[2]}<extra></extra>",
        )
    )
    figure.update_layout(
        style.layout(
            height=180,
            margin={"l": 50, "r": 8, "t": 8, "b": 40},
            bargap=0.15,
            xaxis={
                "type": "category",  # thinned out by Plotly where there is no room
                "title": words.dimension,
                "fixedrange": True,
                "showgrid": False,
                "tickangle": 0,
            },
            yaxis={"title": words.product, "fixedrange": True, "zerolinecolor": style.ink},
        )
    )
    return figure.done()
