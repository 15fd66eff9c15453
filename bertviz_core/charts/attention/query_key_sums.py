"""What the products of a query and its keys add up to: score, scaled score and weight as numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.attention.query_key_parts import KeyRows, QueryKeyWords
from bertviz_core.charts.chart_style import STILL, ChartStyle, colour_at, readable_ink
from bertviz_core.charts.drawing import Drawing, Trace, heatmap, scatter
from bertviz_core.results import QueryKey

STRONGEST = 0.3
"""Of the half of a scale behind numbers: its end would leave either ink little contrast."""


def key_sums(answer: QueryKey, pair: tuple[int, int], style: ChartStyle, words: QueryKeyWords) -> go.Figure:
    """Write three numbers for each key on their colours, level with the strips of its vectors.

    Args:
        answer: The head.
        pair: Positions of the query and of the chosen key.
        style: Colours and signs.
        words: What to write.
    """
    query, key = pair
    rows = KeyRows.of(answer, query, key)
    columns = _columns(answer, query, rows.places, style)
    figure = Drawing(
        [
            *(column.colours(place, style) for place, column in enumerate(columns)),
            *(column.numbers(place, style) for place, column in enumerate(columns)),
        ]
    )
    figure.update_layout(
        rows.layout(
            style,
            xaxis={
                "tickvals": list(range(len(columns))),
                "ticktext": ["q·k", f"÷ √{answer.queries.shape[1]}", words.weight],
                "side": "top",
                "automargin": False,
                **STILL,
            },
        )
    )
    return figure.done()


@dataclass(frozen=True, slots=True)
class _Column:
    """Numbers below each other, each on a colour."""

    values: NDArray[np.float32]
    shades: NDArray[np.float32]  # places on the scale, from 0 to 1
    scale: list[tuple[float, str]]
    digits: int

    def colours(self, place: int, style: ChartStyle) -> Trace:
        return heatmap(
            x=[place],
            z=self.shades[:, np.newaxis],
            hovertext=[[style.numbers.number(value, 6)] for value in self.values.tolist()],
            hovertemplate="%{hovertext}<extra></extra>",
            colorscale=self.scale,
            zmin=0,
            zmax=1,
            showscale=False,
            xgap=2,
            ygap=2,
        )

    def numbers(self, place: int, style: ChartStyle) -> Trace:
        """Write the numbers; Plotly's own ink on a heat map is grey on the middle of a scale."""
        return scatter(
            x=np.full(len(self.values), place),
            y=np.arange(len(self.values)),
            mode="text",
            text=[style.numbers.number(value, self.digits) for value in self.values.tolist()],
            textfont={
                "color": [readable_ink(colour_at(self.scale, shade)) for shade in self.shades],
            },
            hoverinfo="skip",
        )


def _columns(
    answer: QueryKey, query: int, places: NDArray[np.int64], style: ChartStyle
) -> tuple[_Column, ...]:
    """Return score, scaled score and weight of every shown key."""
    scores, weights = answer.scores[query, places], answer.weights[query, places]
    signed = 0.5 + STRONGEST * scores / (float(np.abs(answer.scores[query]).max()) or 1.0)
    return (
        _Column(scores, signed, style.diverging_scale(), digits=2),
        _Column(scores * answer.scale, signed, style.diverging_scale(), digits=2),
        _Column(weights, np.sqrt(weights), style.sequential_scale(), digits=3),
    )
