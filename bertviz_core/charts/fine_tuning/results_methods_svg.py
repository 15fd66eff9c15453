"""Scores as bars with their intervals, as SVG for paper: dark on white, no browser's script needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from bertviz_core.charts.chart_style import CHOSEN, MORE, beginning
from bertviz_core.charts.fine_tuning.results_methods import MethodBar
from bertviz_core.written_numbers import NumberStyle

NAME_WIDTH, SCALE_WIDTH, NUMBER_WIDTH = 210, 400, 60
ROW_HEIGHT, BAR_HEIGHT, FOOT_HEIGHT = 30, 18, 44
INK, LETTERS = "#17212b", 30
_PARTS = 4
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def method_bars_svg(bars: Sequence[MethodBar], *, measure: str, numbers: NumberStyle) -> str:
    """Draw scores from 0 to 1, the first one on top.

    Args:
        bars: Names are text, never markup.
        measure: Name of the score.
        numbers: Signs of the language.
    """
    width, foot = NAME_WIDTH + SCALE_WIDTH + NUMBER_WIDTH, ROW_HEIGHT * len(bars)
    parts = [
        _text(
            NAME_WIDTH + SCALE_WIDTH * part / _PARTS, foot + 16, numbers.percent(part / _PARTS, 0), "middle"
        )
        for part in range(_PARTS + 1)
    ]
    parts.append(_text(NAME_WIDTH + SCALE_WIDTH / 2, foot + 36, measure, "middle"))
    for row, bar in enumerate(bars):
        parts += _bar(bar, ROW_HEIGHT * row + (ROW_HEIGHT - BAR_HEIGHT) / 2, numbers)
    return (
        f'<svg viewBox="0 0 {width} {foot + FOOT_HEIGHT}" role="img" aria-label="{xml_text(measure)}" '
        f'font-family="sans-serif" font-size="14" fill="{INK}">{"".join(parts)}</svg>'
    )


def _bar(bar: MethodBar, top: float, numbers: NumberStyle) -> list[str]:
    """Draw one; of a score that is not defined the name and a dash."""
    middle, score = top + BAR_HEIGHT / 2, bar.score
    name = _text(NAME_WIDTH - 8, middle + 5, beginning(bar.name, LETTERS), "end")
    if score.value != score.value:
        return [name, _text(NAME_WIDTH + 8, middle + 5, "—", "start")]
    low, high = (NAME_WIDTH + SCALE_WIDTH * end for end in (score.low, score.high))
    colour = CHOSEN if bar.marked else MORE
    return [
        name,
        f'<rect x="{NAME_WIDTH}" y="{top:.1f}" width="{SCALE_WIDTH * score.value:.1f}" '
        f'height="{BAR_HEIGHT}" fill="{colour}"/>',
        f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8M{high:.1f} '
        f'{middle - 4:.1f}v8" stroke="{INK}" fill="none"/>',
        _text(max(high, NAME_WIDTH) + 8, middle + 5, numbers.percent(score.value, 0), "start"),
    ]


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{xml_text(text)}</text>'


def xml_text(text: str) -> str:
    """Escape a text for HTML and XML; characters that XML forbids are left out."""
    return escape(_FORBIDDEN.sub("", text))
