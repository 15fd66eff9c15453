"""How well texts are classified: a group of bars a language, the data sets below each other."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from bertviz_core.charts.about.score_bars import Scores, score_bars
from bertviz_core.charts.chart_style import ChartStyle, plain
from bertviz_core.results import ClassScore

HEIGHT = 430  # pixels


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
    headings = [f"<b>{plain(names.get(data, data))}</b>" for data in by_data]
    figure = make_subplots(rows=len(by_data), cols=1, subplot_titles=headings, vertical_spacing=0.2)
    for row, of_data in enumerate(by_data.values(), start=1):
        part = _bars(of_data, style, names, words)
        part.update_traces(showlegend=row == 1)
        figure.add_traces(part.data, rows=row, cols=1)
        figure.update_xaxes(part.layout.xaxis, row=row, col=1)
        figure.update_yaxes(part.layout.yaxis, row=row, col=1)
        layout = part.layout
    figure.update_layout({name: layout[name] for name in layout if name not in ("xaxis", "yaxis")})
    figure.update_layout(height=HEIGHT, margin_t=64, legend_y=1.12)
    return figure


def _data_of(scores: Sequence[ClassScore]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(score.data for score in scores))


def _bars(
    scores: Sequence[ClassScore], style: ChartStyle, names: dict[str, str], words: dict[str, str]
) -> go.Figure:
    """Draw one data set."""
    return score_bars(
        [names.get(score.language, score.language) for score in scores],
        [
            Scores(name=words["cls"], values=tuple(score.cls for score in scores)),
            Scores(name=words["mean"], values=tuple(score.mean for score in scores)),
        ],
        style,
        measure=words["measure"],
        baseline=Scores(name=words["majority"], values=tuple(score.majority for score in scores)),
    )
