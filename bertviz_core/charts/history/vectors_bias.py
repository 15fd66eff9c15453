"""What a corpus says of occupations, beside where their vectors lie."""

from __future__ import annotations

import plotly.graph_objects as go

from bertviz_core.charts.chart_style import ChartStyle, percent_ticks, plain
from bertviz_core.charts.drawing import LETTERS, Drawing, scatter
from bertviz_core.charts.role_colours import role_colour
from bertviz_core.results import GenderLean

HEIGHT = 360


def lean_points(
    leans: tuple[GenderLean, ...], style: ChartStyle, *, share: str, difference: str
) -> go.Figure:
    """Draw each word at the share of women in what stands beside it, and at its vector's lean.

    Args:
        leans: The words.
        style: Colours and signs.
        share: Name of the axis across.
        difference: Name of the upright axis.
    """
    colour = role_colour("value", style)
    values = [lean.difference for lean in leans]
    most = 1.25 * max([*map(abs, values), 0.05])
    figure = Drawing(
        scatter(
            x=[lean.share for lean in leans],
            y=values,
            mode="markers+text",
            text=[plain(lean.word) for lean in leans],
            textposition=_sides(leans),
            textfont={"size": LETTERS, "color": style.ink},
            marker={"size": 10, "color": colour},
            cliponaxis=False,
            hoverinfo="skip",
        ),
        style.layout(height=HEIGHT, margin={"l": 64, "r": 16, "t": 8, "b": 48}),
    )
    figure.add_hline(0, line={"color": style.ink, "width": 1, "dash": "dot"})
    figure.add_vline(0.5, line={"color": style.ink, "width": 1, "dash": "dot"})
    figure.update_xaxes(
        title=plain(share), range=[-0.04, 1.04], zeroline=False, fixedrange=True, **percent_ticks(style)
    )
    figure.update_yaxes(title=plain(difference), range=[-most, most], zeroline=False, fixedrange=True)
    return figure.done()


def _sides(leans: tuple[GenderLean, ...]) -> list[str]:
    """Write the names of neighbouring points on different sides."""
    order = sorted(range(len(leans)), key=lambda place: leans[place].share)
    sides = [""] * len(leans)
    for turn, place in enumerate(order):
        edge = "right" if leans[place].share < 0.12 else "left" if leans[place].share > 0.88 else "center"
        sides[place] = f"{'top' if turn % 2 else 'bottom'} {edge}"
    return sides
