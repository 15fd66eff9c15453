"""Several runs on the same axes: how well each does on its validation examples, and how its loss falls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import STILL, ChartStyle, beginning, note, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.charts.fine_tuning.long_curves import smoothed, thinned
from bertviz_core.charts.point_groups import MOST_GROUPS, group_marker
from bertviz_core.results import LearningPoint

HEIGHT = 430
MOST_RUNS = 8
"""More curves cannot be told apart."""

Along = Literal["epochs", "steps"]
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_LETTERS = 32
_SCORE, _LOSS = (0.56, 1.0), (0.0, 0.44)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCurve:
    """One run as it is drawn."""

    name: str
    points: tuple[LearningPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCurveWords:
    """What is written on the chart, in the visitor's language."""

    along: str
    score: str
    validation_loss: str
    loss: str


def run_curves(
    runs: Sequence[RunCurve], style: ChartStyle, words: RunCurveWords, *, along: Along = "epochs"
) -> go.Figure:
    """Draw the validation score of each run above its losses, all in the colour of the run.

    Args:
        runs: At most `MOST_GROUPS`; names are text, never markup.
        style: Colours and signs.
        words: What the picture says.
        along: What the axis counts.
    """
    figure = Drawing(
        [
            trace
            for number, run in enumerate(runs[:MOST_GROUPS])
            for trace in _of_run(run, number, style, words, along)
        ]
    )
    axis: dict[str, Any] = {"fixedrange": True, "zeroline": False, "showgrid": False}
    figure.update_layout(
        style.layout(
            height=HEIGHT + 18 * len(runs),
            margin={"l": 52, "r": 10, "t": 24, "b": 40 + 18 * len(runs)},
            showlegend=True,
            legend={"orientation": "h", "x": 0, "y": -0.12, "yanchor": "top", "entrywidth": 260},
            yaxis={"domain": _SCORE, "range": [0, 1.04], "tickvals": [0, 0.25, 0.5, 0.75, 1], **axis},
            yaxis2={"domain": _LOSS, "rangemode": "tozero", "nticks": 6, **axis},
            xaxis={
                "title": {"text": plain(words.along), "standoff": 4},
                "rangemode": "tozero",
                "anchor": "y2",
                "nticks": 8,
                **STILL,
            },
        )
    )
    note(figure, f"● {plain(words.score)}", x=0, y=_SCORE[1], yshift=2)
    losses = f"● {plain(words.validation_loss)}<br>— {plain(words.loss)}"
    note(figure, losses, x=0, y=_LOSS[1], yshift=2, align="left")
    return figure.done()


def _of_run(run: RunCurve, number: int, style: ChartStyle, words: RunCurveWords, along: Along) -> list[Trace]:
    marker = group_marker(number, style, solid=False)
    name, group = plain(beginning(" ".join(run.name.split()), _LETTERS)), str(number)
    watched = [(_place(p, along), p.validation) for p in run.points if p.validation]
    places = np.array([place for place, _ in watched], dtype=np.float64)
    learned = [(_place(p, along), p.loss) for p in run.points if p.loss is not None and np.isfinite(p.loss)]
    steps, losses = np.array(learned, dtype=np.float64).reshape(-1, 2).T
    if len(losses):
        steps, losses = thinned(steps, smoothed(losses))
    shared: dict[str, Any] = {
        "name": name,
        "legendgroup": group,
        "line": {"color": marker["color"], "dash": DASHES[number % len(DASHES)]},
    }
    hover = f"{name}<br>{plain(words.along)} %{{x:.4~g}}<br>"
    points = {"mode": "lines+markers", "marker": marker | {"size": 8}, **shared}
    return [
        scatter(
            x=places,
            y=np.array([validation.score for _, validation in watched]),
            hovertemplate=f"{hover}{plain(words.score)}: %{{y:.4f}}<extra></extra>",
            **points,
        ),
        scatter(
            x=places,
            y=np.array([validation.loss for _, validation in watched]),
            yaxis="y2",
            showlegend=False,
            hovertemplate=f"{hover}{plain(words.validation_loss)}: %{{y:.4f}}<extra></extra>",
            **points,
        ),
        scatter(
            x=steps,
            y=losses,
            yaxis="y2",
            mode="lines",
            opacity=0.5,
            showlegend=False,
            hovertemplate=f"{hover}{plain(words.loss)}: %{{y:.4f}}<extra></extra>",
            **shared,
        ),
    ]


def _place(point: LearningPoint, along: Along) -> float:
    return point.epoch if along == "epochs" else point.step
