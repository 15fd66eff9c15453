"""How a model learns: the loss it learns from, what it can do on validation examples, the learning rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import CHOSEN, LESS, MORE, STILL, ChartStyle, note, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.charts.fine_tuning.long_curves import smoothed, thinned
from bertviz_core.results import LearningPoint

HEIGHT = 424
_UNKNOWN = 10
"""Steps on the axis before anything is known."""

_LOSS, _SCORE, _RATE = (0.56, 1.0), (0.2, 0.48), (0.0, 0.1)
"""Parts of the height."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveWords:
    """What is written on the chart, in the visitor's language."""

    step: str
    epoch: str
    loss: str
    smoothed: str
    validation_loss: str
    score: str
    """What the score is: accuracy, F1."""
    learning_rate: str
    best: str
    nothing_yet: str


def learning_curves(
    points: Sequence[LearningPoint],
    style: ChartStyle,
    words: CurveWords,
    *,
    steps: int = 0,
    best_step: int | None = None,
) -> go.Figure:
    """Draw three curves over one axis of steps, which is as long as the run will be.

    Args:
        points: In the order of their steps.
        style: Colours and signs.
        words: What the picture says.
        steps: Of the whole run, 0 where that is not known.
        best_step: After which the weights stood so that are kept.
    """
    validated = [point for point in points if point.validation is not None]
    figure = Drawing([*_losses(points, words), *_validations(validated, words), _rates(points, style, words)])
    if not points:
        figure.add_annotation(
            text=plain(words.nothing_yet), x=0.5, xref="paper", y=0.78, yref="paper", showarrow=False
        )
    if best_step is not None and any(point.step == best_step for point in validated):
        figure.add_shape(
            type="line",
            x0=best_step,
            x1=best_step,
            y0=_SCORE[0],
            y1=_LOSS[1],
            yref="paper",
            line={"color": CHOSEN, "width": 2, "dash": "dot"},
        )
        figure.add_annotation(
            text=plain(words.best),
            x=best_step,
            y=_SCORE[0],
            yref="paper",
            yanchor="bottom",
            xanchor="right" if best_step > 0.5 * _last_step(points, steps) else "left",
            showarrow=False,
        )
    _lay_out(figure, style, words, points, last=_last_step(points, steps))
    return figure.done()


def _last_step(points: Sequence[LearningPoint], steps: int) -> int:
    return max(steps, points[-1].step if points else _UNKNOWN)


def _losses(points: Sequence[LearningPoint], words: CurveWords) -> list[Trace]:
    """Draw the loss at each point, pale, and its running mean."""
    known = [(point.step, point.epoch, point.loss) for point in points if point.loss is not None]
    steps, epochs, losses = np.array(known, dtype=np.float64).reshape(-1, 3).T
    finite = np.isfinite(losses)
    steps, epochs, losses = steps[finite], epochs[finite], losses[finite]
    if not len(losses):
        return []
    mean = smoothed(losses)
    steps, epochs, losses, mean = thinned(steps, epochs, losses, mean)
    hover = f"{plain(words.step)} %{{x:.0f}} ({plain(words.epoch)} %{{customdata:.2f}})<br>"
    lines = ((losses, words.loss, {"width": 1}, 0.5), (mean, words.smoothed, {"width": 2.5}, 1.0))
    return [
        scatter(
            x=steps,
            y=values,
            name=plain(name),
            mode="lines" if len(values) > 1 else "markers",
            line={"color": MORE, **line},
            opacity=opacity,
            customdata=epochs,
            hovertemplate=f"{hover}{plain(name)}: %{{y:.4f}}<extra></extra>",
        )
        for values, name, line, opacity in lines
    ]


def _validations(points: Sequence[LearningPoint], words: CurveWords) -> list[Trace]:
    """Draw loss and score on the validation examples, each in its part of the figure."""
    steps, epochs, losses, scores = (
        np.array(
            [
                (point.step, point.epoch, point.validation.loss, point.validation.score)
                for point in points
                if point.validation
            ],
            dtype=np.float64,
        )
        .reshape(-1, 4)
        .T
    )
    hover = f"{plain(words.step)} %{{x}} ({plain(words.epoch)} %{{customdata:.2f}})<br>"
    drawn = (
        (losses, words.validation_loss, LESS, "diamond", "y"),
        (scores, words.score, "#009e73", "circle", "y2"),
    )
    return [
        scatter(
            x=steps,
            y=values,
            yaxis=axis,
            name=plain(name),
            mode="lines+markers",
            line={"color": colour, "width": 2},
            marker={"symbol": symbol, "size": 8},
            cliponaxis=False,
            customdata=epochs,
            hovertemplate=f"{hover}{plain(name)}: %{{y:.4f}}<extra></extra>",
        )
        for values, name, colour, symbol, axis in drawn
    ]


def _rates(points: Sequence[LearningPoint], style: ChartStyle, words: CurveWords) -> Trace:
    known = [(point.step, point.learning_rate) for point in points if point.learning_rate is not None]
    steps, rates = thinned(*np.array(known, dtype=np.float64).reshape(-1, 2).T)
    return scatter(
        x=steps,
        y=rates,
        yaxis="y3",
        name=plain(words.learning_rate),
        mode="lines",
        line={"color": "#cc79a7", "width": 1.5},
        text=[style.numbers.rate(rate) for rate in rates.tolist()],
        hovertemplate=f"{plain(words.step)} %{{x:.0f}}<br>{plain(words.learning_rate)}: %{{text}}"
        "<extra></extra>",
    )


def _lay_out(
    figure: Drawing, style: ChartStyle, words: CurveWords, points: Sequence[LearningPoint], *, last: int
) -> None:
    highest = max((point.learning_rate for point in points if point.learning_rate), default=0.0)
    rates = [0.0, highest] if highest else []
    grid = {"showgrid": True, "gridcolor": f"rgba{_transparent(style.ink)}", "zeroline": False}
    axis: dict[str, Any] = {"fixedrange": True, **grid}
    figure.update_layout(
        style.layout(
            height=HEIGHT,
            margin={"l": 48, "r": 10, "t": 44, "b": 42},
            uirevision="learning",
            yaxis={"domain": _LOSS, "rangemode": "tozero", "nticks": 6, **axis},
            yaxis2={"domain": _SCORE, "range": [0, 1.04], "tickvals": [0, 0.25, 0.5, 0.75, 1], **axis},
            yaxis3={
                "domain": _RATE,
                "rangemode": "tozero",
                "tickvals": rates,
                "ticktext": [style.numbers.rate(rate) for rate in rates],
                **axis,
            },
            xaxis={
                "title": {"text": plain(words.step), "standoff": 4},
                "range": [0, last],
                "nticks": 8,
                "tickformat": ",d",
                "anchor": "y3",
                **STILL,
            },
        )
    )
    heads = (
        (_LOSS, ((MORE, "—", words.loss), (LESS, "◆", words.validation_loss))),
        (_SCORE, (("#009e73", "●", words.score),)),
        (_RATE, (("#cc79a7", "—", words.learning_rate),)),
    )
    for (_bottom, top), parts in heads:
        text = "<br>".join(
            f'<span style="color:{colour}">{sign}</span> {plain(name)}' for colour, sign, name in parts
        )
        note(figure, text, x=0, y=top, yshift=2, align="left")


def _transparent(colour: str) -> str:
    """Return a colour `#rrggbb` that is hardly seen, as the numbers of rgba."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"({red},{green},{blue},0.12)"
