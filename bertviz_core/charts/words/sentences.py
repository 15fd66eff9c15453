"""Sentences compared by their vectors: a map of the cosines of all pairs, and the sentences as points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import MORE, STILL, ChartStyle, beginning, note, plain, pointed_number
from bertviz_core.charts.drawing import Drawing, heatmap, scatter
from bertviz_core.results import SentenceVectors

HEIGHT = 430
LEFT, SHOWN_LETTERS, HOVER_LETTERS = 148, 17, 91
FEW = 16
"""Up to so many sentences hundredths stand in the cells, and beginnings of the sentences beside them."""

MOST_TICKS = 25
_FLOOR_STEP = 0.05
_LABEL = (0.3, 0.05)
"""Width and height of a name, as a share of the picture."""


def sentence_cosine_map(
    compared: SentenceVectors, style: ChartStyle, *, heading: str, shown: Sequence[int] | None = None
) -> go.Figure:
    """Draw the cosine of every pair.

    Args:
        compared: What is drawn; raw cosines from the lowest one up, centred ones from -1 to 1.
        style: Colours and signs.
        heading: What a cell is, in the visitor's language.
        shown: The order of the sentences on both axes; as given when None.
    """
    n = len(compared.sentences)
    order = list(range(n)) if shown is None else list(shown)
    values = compared.cosine[np.ix_(order, order)]
    least = -1.0 if compared.centred else float(np.floor(values.min() / _FLOOR_STEP) * _FLOOR_STEP)
    least = min(least, 1 - _FLOOR_STEP)
    scale = style.diverging_scale() if compared.centred else style.sequential_scale()
    names = [_numbered(compared, sentence, HOVER_LETTERS) for sentence in order]
    number, pointed = pointed_number(values, "z", style, places=4)
    figure = Drawing(
        heatmap(
            z=values,
            x=list(range(n)),
            y=list(range(n)),
            zmin=least,
            zmax=1,
            colorscale=scale,
            showscale=n > FEW,  # of few the numbers stand in the cells
            colorbar={"thickness": 10, "outlinewidth": 0, "xpad": 4, "nticks": 6},
            customdata=[[[row, column] for column in names] for row in names],
            hovertemplate=f"%{{customdata[0]}}<br>%{{customdata[1]}}<br>{number}<extra></extra>",
            **pointed,
            xgap=1 if n <= FEW else 0,
            ygap=1 if n <= FEW else 0,
        )
    )
    if n <= FEW:
        numbers_shown = [[style.numbers.number(100 * value, 0) for value in row] for row in values.tolist()]
        figure.update_traces(text=numbers_shown, texttemplate="%{text}")  # as large as the cells allow
    left = LEFT if n <= FEW else 44
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": left, "r": 8, "t": 62, "b": 8}))
    said = f"{plain(heading)} × 100" if n <= FEW else plain(heading)
    note(figure, said, x=0, y=1, xshift=8 - left, yshift=32)
    step = -(-n // MOST_TICKS)
    places = list(range(0, n, step))
    numbers = [str(order[place] + 1) for place in places]
    beside = numbers if n > FEW else [_numbered(compared, sentence, SHOWN_LETTERS) for sentence in order]
    figure.update_xaxes(
        side="top",
        tickvals=places,
        ticktext=numbers,
        tickangle=0,
        tickfont={"color": style.ink},
        range=[-0.5, n - 0.5],
        **STILL,
    )
    figure.update_yaxes(
        tickvals=places,
        ticktext=beside,
        tickfont={"color": style.ink},
        range=[n - 0.5, -0.5],
        **STILL,
    )
    return figure.done()


def sentence_points(compared: SentenceVectors, style: ChartStyle, *, axes: tuple[str, str]) -> go.Figure:
    """Draw the sentences on the two principal components of their vectors, named by their numbers.

    Args:
        compared: What is drawn.
        style: Colours and signs.
        axes: Names of the two components, in the visitor's language.
    """
    n, (x, y) = len(compared.sentences), compared.points.T
    few = n <= FEW
    names = [_numbered(compared, sentence, HOVER_LETTERS) for sentence in range(n)]
    figure = Drawing(
        scatter(
            x=x,
            y=y,
            mode="markers+text",
            text=[
                _numbered(compared, sentence, SHOWN_LETTERS) if few else str(sentence + 1)
                for sentence in range(n)
            ],
            textposition=_beside(compared.points) if few else "top center",
            marker={"size": 9, "color": MORE, "line": {"width": 1, "color": style.background}},
            customdata=names,
            hovertemplate="%{customdata}<extra></extra>",
            cliponaxis=False,
        )
    )
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 10, "r": 10, "t": 10, "b": 40}))
    for update, name, values in ((figure.update_xaxes, axes[0], x), (figure.update_yaxes, axes[1], y)):
        around = 0.15 * max(float(np.ptp(values)), 1e-6)
        update(
            title={"text": plain(name), "standoff": 4},
            showticklabels=False,
            showgrid=False,
            zeroline=False,
            fixedrange=True,
            range=[float(values.min()) - around, float(values.max()) + around],
        )
    return figure.done()


def _beside(points: NDArray[np.float32]) -> list[str]:
    """Write to the inner side of each point, above or below where another one is written beside it."""
    spread = np.maximum(np.ptp(points, axis=0), 1e-6)
    middle = (points[:, 0].min() + points[:, 0].max()) / 2
    places = []
    for point, around in zip(points, np.abs(points[:, None] - points) / spread, strict=True):
        near = (around < _LABEL).all(axis=1)  # itself too
        side = "right" if point[0] <= middle else "left"
        rank = int((points[near, 1] < point[1]).sum())
        height = "middle" if near.sum() == 1 else "top" if rank else "bottom"
        places.append(f"{height} {side}")
    return places


def _numbered(compared: SentenceVectors, sentence: int, letters: int) -> str:
    return plain(f"{sentence + 1} {beginning(compared.sentences[sentence], letters)}")
