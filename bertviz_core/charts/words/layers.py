"""Which layer tells the senses apart? A line a measure over the layers, points for layers put together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, note, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, Trace, bar, scatter
from bertviz_core.results import LayerScores, Measure, ScoredVectors

HEIGHT = 390
COLOURS: dict[Measure, str] = {
    "neighbour": MORE,
    "centroid": CHOSEN,
    "silhouette": "#009e73",
    "clusters": "#cc79a7",
}
SYMBOLS: dict[Measure, str] = {
    "neighbour": "circle",
    "centroid": "square",
    "silhouette": "diamond",
    "clusters": "triangle-up",
}
DASHES: dict[Measure, str] = {
    "neighbour": "solid",
    "centroid": "dash",
    "silhouette": "dashdot",
    "clusters": "longdash",
}
MOST_NAMED = 14
"""Up to so many layers are all named on the axis."""

_GAP = 0.6
_WEIGHTS_TOP, _SCORES_BOTTOM = 0.13, 0.28


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerScoreWords:
    """What the picture says."""

    vectors: tuple[str, ...]
    """Of each kind of vectors, in short."""
    measures: tuple[str, ...]
    majority: str
    weights: str


def layer_score_lines(scores: LayerScores, style: ChartStyle, words: LayerScoreWords) -> go.Figure:
    """Draw the first measure, and others on request, the best layer larger; below, the weights of the sum.

    A click on a name shows its line or hides it.

    Args:
        scores: What was measured.
        style: Colours and signs.
        words: What the picture says.
    """
    places = _places(scores.vectors)
    figure = Drawing()
    for row, measure in enumerate(scores.measures):
        line = _line(scores, places, style, words, row=row, best=scores.best_layer(measure)[0])
        figure.add_trace(line if row == 0 else line | {"visible": "legendonly"})
    if scores.labelled:
        figure.add_trace(_majority(scores.majority[1], places, style, words.majority))
    has_weights = len(scores.weights) > 0
    if has_weights:
        figure.add_trace(_weights(scores, places, words))
        note(figure, plain(words.weights), x=0, y=_WEIGHTS_TOP)
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 44, "r": 8, "t": 8, "b": 8},
            showlegend=True,
            legend={"orientation": "h", "x": -0.05, "y": 1.01, "yanchor": "bottom"},
        )
    )
    figure.update_xaxes(
        tickvals=places.tolist(),
        ticktext=_ticks(scores.vectors, words.vectors),
        tickangle=-50,
        range=[places.min() - 0.4, places.max() + 0.4],
        anchor="y2" if has_weights else "y",
        automargin=True,
        **STILL,
    )
    figure.update_yaxes(zeroline=True, zerolinecolor=style.ink, zerolinewidth=0.5, nticks=5, fixedrange=True)
    figure.update_layout(yaxis={"domain": [_SCORES_BOTTOM if has_weights else 0, 1]})
    if has_weights:
        below = [0, _WEIGHTS_TOP - 0.01]
        most = float(scores.weights.max())
        figure.update_layout(
            yaxis2={
                "domain": below,
                "rangemode": "tozero",
                "tickvals": [most],
                "ticktext": [style.numbers.number(most, 2)],
                "fixedrange": True,
            }
        )
    return figure.done()


def _places(vectors: tuple[ScoredVectors, ...]) -> NDArray[np.float64]:
    """Return where each kind of vectors stands: layers one apart, with a gap before and after them."""
    layers = [isinstance(kind, int) for kind in vectors]
    breaks = [now != before for before, now in pairwise(layers)]
    return np.arange(len(vectors)) + _GAP * np.cumsum([False, *breaks])


def _ticks(vectors: tuple[ScoredVectors, ...], names: tuple[str, ...]) -> list[str]:
    layers = sum(isinstance(kind, int) for kind in vectors)
    step = -(-layers // MOST_NAMED)
    return [
        "" if isinstance(kind, int) and kind % step else plain(name)
        for kind, name in zip(vectors, names, strict=True)
    ]


def _line(
    scores: LayerScores,
    places: NDArray[np.float64],
    style: ChartStyle,
    words: LayerScoreWords,
    *,
    row: int,
    best: int,
) -> Trace:
    """Return a line through the layers, and a point alone for everything else."""
    x: list[float | None] = []
    y: list[float | None] = []
    names: list[str] = []
    marks: list[float] = []
    for place, kind in enumerate(scores.vectors):
        if place and not (isinstance(kind, int) and isinstance(scores.vectors[place - 1], int)):
            x.append(None)
            y.append(None)
            names.append("")
            marks.append(0)
        value = float(scores.values[row, place])
        x.append(float(places[place]))
        y.append(None if np.isnan(value) else value)
        names.append(plain(words.vectors[place]))
        marks.append(12 if kind == best and isinstance(kind, int) else 7)
    measure = scores.measures[row]
    colour = COLOURS[measure]
    number, pointed = pointed_number(np.array(y, dtype=np.float64), "y", style, places=3)
    return scatter(
        x=x,
        y=y,
        name=plain(words.measures[row]),
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": DASHES[measure]},
        marker={"size": marks, "symbol": SYMBOLS[measure], "color": colour, "opacity": 1},
        text=names,
        hovertemplate=f"%{{text}}<br>{plain(words.measures[row])} {number}<extra></extra>",
        **pointed,
    )


def _majority(share: float, places: NDArray[np.float64], style: ChartStyle, name: str) -> Trace:
    return scatter(
        x=[float(places.min()) - 0.4, float(places.max()) + 0.4],
        y=[share, share],
        name=plain(name),
        mode="lines",
        line={"color": style.ink, "width": 1.5, "dash": "dot"},
        hovertemplate=f"{plain(name)} %{{y:.3f}}<extra></extra>",
    )


def _weights(scores: LayerScores, places: NDArray[np.float64], words: LayerScoreWords) -> Trace:
    layers = [place for place, kind in enumerate(scores.vectors) if isinstance(kind, int)]
    return bar(
        x=places[layers].tolist(),
        y=scores.weights.tolist(),
        yaxis="y2",
        marker={"color": COLOURS["neighbour"]},
        text=[plain(words.vectors[place]) for place in layers],
        textposition="none",
        showlegend=False,
        hovertemplate=f"%{{text}}<br>{plain(words.weights)} %{{y:.3f}}<extra></extra>",
    )
