"""How well texts are classified: a group of bars a language, the data sets below each other."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from bertviz_core.charts.about.score_bars import Scores, score_drawing
from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.charts.drawing import Drawing
from bertviz_core.results import ClassScore

HEIGHT = 430  # pixels
_BETWEEN = 0.2
"""Of the height, between two data sets."""


def class_score_bars(
    scores: Sequence[ClassScore], style: ChartStyle, *, names: dict[str, str], words: dict[str, str]
) -> go.Figure:
    """Draw the accuracies on both kinds of features beside that of always giving one answer.

    Args:
        scores: Those of one data set stand together.
        style: Colours and signs.
        names: What data sets and languages are called.
        words: What the picture says: `cls`, `mean`, `majority`, `measure`.
    """
    by_data = {data: [score for score in scores if score.data == data] for data in _data_of(scores)}
    parts = [_bars(of_data, style, names, words) for of_data in by_data.values()]
    figure = Drawing(layout=parts[0].layout)
    share = (1 - _BETWEEN * (len(parts) - 1)) / len(parts)
    for row, (data, part) in enumerate(zip(by_data, parts, strict=True)):
        code = str(row + 1) if row else ""
        part.update_traces(showlegend=not row, xaxis=f"x{code}", yaxis=f"y{code}")
        figure.add_traces(part.traces)
        top = 1 - row * (share + _BETWEEN)
        below = {"domain": [max(0, top - share), top], "anchor": f"x{code}"}
        figure.update_layout(
            {
                f"xaxis{code}": part.layout["xaxis"] | {"anchor": f"y{code}"},
                f"yaxis{code}": part.layout["yaxis"] | below,
            }
        )
        figure.add_annotation(
            text=f"<b>{plain(names.get(data, data))}</b>",
            xref="paper",
            yref="paper",
            x=0.5,
            y=top,
            xanchor="center",
            yanchor="bottom",
            showarrow=False,
            font_size=16,
        )
    figure.update_layout(height=HEIGHT, margin_t=64, legend_y=1.12)
    return figure.done()


def _data_of(scores: Sequence[ClassScore]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(score.data for score in scores))


def _bars(
    scores: Sequence[ClassScore], style: ChartStyle, names: dict[str, str], words: dict[str, str]
) -> Drawing:
    """Draw one data set."""
    return score_drawing(
        [names.get(score.language, score.language) for score in scores],
        [
            Scores(name=words["cls"], values=tuple(score.cls for score in scores)),
            Scores(name=words["mean"], values=tuple(score.mean for score in scores)),
        ],
        style,
        measure=words["measure"],
        baseline=Scores(name=words["majority"], values=tuple(score.majority for score in scores)),
    )
