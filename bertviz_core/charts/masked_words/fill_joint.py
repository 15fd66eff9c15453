"""The fillings of all blanks together as bars, the most probable one on top."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import MONOSPACED, MORE, ChartStyle, plain
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.results import JointFilling, JointFillings

ROW_HEIGHT, FONT_SIZE = 30, 13
SHOWN_LETTERS = 26


def joint_bars(answer: JointFillings, style: ChartStyle, *, axis_title: str) -> go.Figure:
    """Draw the probability of each filling.

    Args:
        answer: The fillings in order.
        style: Colours and signs.
        axis_title: What the bars measure.
    """
    fillings = answer.fillings
    rows = list(range(len(fillings)))
    names = [" · ".join(filling.words) for filling in fillings]
    shown = [name if len(name) <= SHOWN_LETTERS else f"{name[:SHOWN_LETTERS]}…" for name in names]
    figure = Drawing(
        bar(
            x=np.array([filling.probability for filling in fillings], dtype=np.float64),
            y=rows,  # integers: as categories, equal names would become one bar
            orientation="h",
            marker_color=MORE,
            text=[style.numbers.small(filling.probability) for filling in fillings],
            textposition="outside",
            textfont_color=style.ink,
            cliponaxis=False,
            customdata=[[plain(n), _steps(f, style)] for n, f in zip(names, fillings, strict=True)],
            hovertemplate="%{customdata[0]}<br>%{customdata[1]} = %{text}<extra></extra>",
        )
    )
    most = max((filling.probability for filling in fillings), default=0.0)
    letters = max(map(len, shown), default=0)
    figure.update_layout(
        style.layout(
            height=ROW_HEIGHT * len(fillings) + 50,
            margin={"l": round(0.62 * FONT_SIZE * letters) + 14, "r": 70, "t": 6, "b": 40},
            bargap=0.25,
        )
    )
    figure.update_xaxes(title=axis_title, range=[0, max(most * 1.02, 1e-300)], fixedrange=True)
    marks = [most * part / 2 for part in range(3)] if most else []
    figure.update_xaxes(tickvals=marks, ticktext=[style.numbers.small(mark) for mark in marks])
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[plain(name) for name in shown],
        autorange="reversed",
        tickfont={"family": MONOSPACED, "size": FONT_SIZE, "color": style.ink},
        fixedrange=True,
        showgrid=False,
    )
    return figure.done()


def _steps(filling: JointFilling, style: ChartStyle) -> str:
    return " × ".join(style.numbers.small(value) for value in filling.step_probabilities)
