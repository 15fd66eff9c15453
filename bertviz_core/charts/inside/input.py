"""The sum that makes the input of a token, as strips of colour: each part, the sum, the sum normalised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import STILL, ChartStyle, colour_at, note, plain, readable_ink
from bertviz_core.charts.drawing import Drawing, Trace, heatmap, scatter
from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import InputEmbeddings

ROW, TOP, BOTTOM = 32, 26, 26
NUMBERS = 4
"""Dimensions, from the first, whose numbers are written out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """One row of the sum."""

    name: str
    role: Role
    values: NDArray[np.float32]  # (e,)
    own_scale: bool = False
    """Its numbers are of another size than those that are summed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputWords:
    """What is written on the charts, in the visitor's language."""

    token: str
    segment: str
    position: str
    total: str
    normed: str
    dimension: str
    first: str
    """Heading of the numbers."""
    all: str
    """Heading of the strips."""


def input_rows(answer: InputEmbeddings, place: int, words: InputWords) -> list[InputRow]:
    """Return the rows of one token in the order of the sum; a part that the model lacks is left out."""
    rows = [InputRow(name=words.token, role="token", values=answer.token[place])]
    if answer.segment is not None:
        rows.append(InputRow(name=f"+ {words.segment}", role="segment", values=answer.segment[place]))
    return [
        *rows,
        InputRow(name=f"+ {words.position}", role="position", values=answer.position[place]),
        InputRow(name=f"= {words.total}", role="hidden", values=answer.total[place]),
        InputRow(name=words.normed, role="hidden", values=answer.normed[place], own_scale=True),
    ]


def input_numbers(rows: list[InputRow], style: ChartStyle, words: InputWords) -> go.Figure:
    """Draw the first dimensions of each row with their numbers.

    Args:
        rows: Of the sum.
        style: Colours and signs.
        words: What to write.
    """
    shares = _shares(rows)[:, :NUMBERS]
    figure = _strips(rows, NUMBERS, style, words)
    across, down = np.meshgrid(range(shares.shape[1]), range(len(rows)))
    inks = [
        readable_ink(colour_at(style.diverging_scale(), (share + 1) / 2)) for share in shares.ravel().tolist()
    ]
    figure.add_trace(
        scatter(
            x=across.ravel().tolist(),
            y=down.ravel().tolist(),
            mode="text",
            text=[style.numbers.number(float(v), 3) for row in rows for v in row.values[:NUMBERS]],
            textfont={"color": inks, "size": 14},
            hoverinfo="skip",
        )
    )
    figure.update_layout(xaxis={"tickvals": list(range(shares.shape[1]))})
    note(figure, words.first, x=0, y=1)
    return figure.done()


def input_strips(rows: list[InputRow], style: ChartStyle, words: InputWords) -> go.Figure:
    """Draw every dimension of each row as a strip; arguments as for `input_numbers`."""
    figure = _strips(rows, len(rows[0].values), style, words)
    note(figure, words.all, x=0, y=1)
    return figure.done()


def _strips(rows: list[InputRow], most: int, style: ChartStyle, words: InputWords) -> Drawing:
    shares = _shares(rows)[:, :most]
    written = [[style.numbers.number(float(v), 4) for v in row.values[:most]] for row in rows]
    names = [plain(row.name) for row in rows]
    cells: Trace = heatmap(
        z=shares,
        zmin=-1,
        zmax=1,
        colorscale=style.diverging_scale(),
        showscale=False,
        ygap=3,
        hovertext=written,
        text=[[name] * shares.shape[1] for name in names],
        hovertemplate=f"%{{text}}<br>{plain(words.dimension)} %{{x}}: %{{hovertext}}<extra></extra>",
    )
    return Drawing(
        [cells],
        style.layout(
            height=ROW * len(rows) + TOP + BOTTOM,
            margin={"l": 8, "r": 8, "t": TOP, "b": BOTTOM},
            xaxis=dict(STILL),
            yaxis=_row_names(rows, style) | {"range": [len(rows) - 0.5, -0.5], "automargin": True, **STILL},
        ),
    )


def _row_names(rows: list[InputRow], style: ChartStyle) -> dict[str, Any]:
    """Name the rows, each in the colour of its role."""
    return {
        "tickvals": list(range(len(rows))),
        "ticktext": [
            f'<span style="color:{role_colour(row.role, style)}"><b>{plain(row.name)}</b></span>'
            for row in rows
        ],
    }


def _shares(rows: list[InputRow]) -> NDArray[np.float32]:
    """Return each number as a share of the largest on its scale, between -1 and 1 (rows, e)."""
    summed = max((float(np.abs(row.values).max()) for row in rows if not row.own_scale), default=0.0)
    scales = [float(np.abs(row.values).max()) if row.own_scale else summed for row in rows]
    return np.array(
        [row.values / (scale or 1.0) for row, scale in zip(rows, scales, strict=True)], dtype=np.float32
    )
