"""How the losses fall from step to step."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go
from numpy.typing import NDArray

from bertviz_core.charts.chart_style import CHOSEN, MORE, STILL, ChartStyle, note, plain
from bertviz_core.charts.drawing import Drawing, Trace, scatter
from bertviz_core.results import PretrainingSteps

HEIGHT = 300
DASHES = {"circle": "solid", "square": "dash", "x": "dot"}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepWords:
    """What is written on the chart, in the visitor's language."""

    step: str
    loss: str
    masked_words: str
    next_sentence: str
    total: str


def pretraining_steps_lines(result: PretrainingSteps, style: ChartStyle, words: StepWords) -> go.Figure:
    """Draw the losses of masked words and of the pair, and their sum; step 0 is before the first one."""
    lines = [(result.masked_words, words.masked_words, MORE, "circle")]
    if result.next_sentence is not None:
        lines.append((result.next_sentence, words.next_sentence, CHOSEN, "square"))
        lines.append((result.total, words.total, style.ink, "x"))
    figure = Drawing([_line(*line, step=words.step) for line in lines])
    steps = range(result.steps + 1)
    figure.update_layout(style.layout(height=HEIGHT, margin={"l": 50, "r": 10, "t": 30, "b": 40}))
    figure.update_xaxes(
        title={"text": plain(words.step), "standoff": 4},
        tickvals=list(steps[:: 1 if len(steps) <= 11 else 5]),
        tickangle=0,
        **STILL,
    )
    figure.update_yaxes(
        title={"text": plain(words.loss), "standoff": 4},
        rangemode="tozero",
        nticks=6,
        showgrid=False,
        zeroline=True,
        zerolinecolor=style.ink,
        fixedrange=True,
    )
    names = "   ".join(
        f'<span style="color:{colour}">{sign}</span> {plain(name)}'
        for sign, (_, name, colour, _symbol) in zip("●■✕", lines, strict=False)
    )
    note(figure, names, x=0, y=1, align="left", yshift=4)
    return figure.done()


def _line(losses: NDArray, name: str, colour: str, symbol: str, *, step: str) -> Trace:
    return scatter(
        x=list(range(len(losses))),
        y=losses,
        name=plain(name),
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": DASHES[symbol]},
        marker={"symbol": symbol, "size": 7},
        hovertemplate=f"{plain(step)} %{{x}}, {plain(name)}: %{{y:.4f}}<extra></extra>",
    )
