"""What each drawn token costs: one bar a token, the pair beside them, the mean as a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from bertviz_core.charts.chart_style import CHOSEN, ChartStyle, names_room, plain, thinned_token_axis
from bertviz_core.charts.drawing import Drawing, bar
from bertviz_core.charts.pretraining.batch import ACTION_COLOURS, ACTION_PATTERNS
from bertviz_core.results import PretrainingLoss

HEIGHT, FEW_BARS, FEW_LABELS = 240, 20, 2
"""Pixels; on so many bars a number still fits, and under so many a name that lies flat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossWords:
    """What is written on the chart, in the visitor's language."""

    loss: str
    mean: str
    pair: str
    probability: str
    first: str


def pretraining_loss_bars(loss: PretrainingLoss, style: ChartStyle, words: LossWords) -> go.Figure:
    """Draw minus the log probability of each right token, and of the pair's label where there is one."""
    labels = [f"{loss.batch.encoding.labels[token.index]} {token.index}" for token in loss.tokens]
    heights = [token.loss for token in loss.tokens]
    colours = [ACTION_COLOURS[loss.batch.actions[token.index]] for token in loss.tokens]
    patterns = [ACTION_PATTERNS[loss.batch.actions[token.index]] for token in loss.tokens]
    said = [
        f"{plain(label)}<br>{plain(words.probability)} {style.numbers.number(token.right.probability, 6)}"
        f"<br>{plain(words.first)} {plain(token.first.token)}"
        for label, token in zip(labels, loss.tokens, strict=True)
    ]
    if loss.next_sentence is not None:
        labels.append("A → B")
        heights.append(loss.next_sentence)
        colours.append(CHOSEN)
        patterns.append("")
        said.append(plain(words.pair))
    figure = Drawing(
        bar(
            x=[str(place) for place in range(len(labels))],  # places, so that equal tokens stay apart
            y=np.array(heights, dtype=np.float32),
            marker={"color": colours, "pattern": {"shape": patterns, "solidity": 0.6}},
            customdata=said,
            hovertemplate="%{customdata}<br>%{y:.4f}<extra></extra>",
            texttemplate="%{y:.2f}" if len(labels) <= FEW_BARS else None,
            textposition="outside",
            textfont={"color": style.ink},
            textangle=0,
            cliponaxis=False,
            constraintext="both",
        )
    )
    angled = len(labels) > FEW_LABELS
    margin = {"l": 58, "r": 8, "t": 24, "b": round(0.75 * names_room(labels)) if angled else 30}
    figure.update_layout(style.layout(height=HEIGHT, margin=margin, bargap=0.25))
    figure.update_xaxes(thinned_token_axis(labels, style) | {"tickangle": -45 if angled else 0})
    figure.update_yaxes(
        title={"text": plain(words.loss), "standoff": 4},
        range=[0, max(max(heights) * 1.15, 1e-3)],
        showgrid=False,
        nticks=6,
        fixedrange=True,
    )
    if loss.next_sentence is not None:  # another task: apart from the tokens
        figure.add_vline(x=len(loss.tokens) - 0.5, line={"color": style.ink, "width": 1})
    figure.add_hline(y=loss.masked_words, line={"color": style.ink, "width": 1, "dash": "dot"})
    figure.add_annotation(
        text=plain(words.mean),
        font={"color": style.ink},
        bgcolor=style.background,
        showarrow=False,
        x=0,
        xref="x domain",
        xanchor="left",
        y=loss.masked_words,
        yref="y",
        yanchor="bottom",
    )
    return figure.done()
