"""The coloured sentences as one SVG file, for slides and papers; no browser is needed to make it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from bertviz_core.charts.chart_style import ChartStyle, colour_at, readable_ink
from bertviz_core.charts.masked_words.surprise import colour_reach, surprise_colour
from bertviz_core.charts.svg_text import svg_text
from bertviz_core.results import ScoredWord

WIDTH, MARGIN = 1000, 20
LETTER, PADDING, GAP = 10.9, 7, 8  # a letter of a monospaced face of 18 pixels, around a word, between words
LINE_HEIGHT, WORD_HEIGHT, HEAD_HEIGHT, LEGEND_HEIGHT = 58, 28, 34, 50
STEPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseLine:
    """One text of the picture."""

    heading: str
    words: tuple[ScoredWord, ...]


def surprise_svg(
    lines: Sequence[SurpriseLine], style: ChartStyle, *, write: Callable[[float], str], unit: str
) -> str:
    """Draw each text with its words in their colours and the surprise below each.

    Args:
        lines: The texts, one or two.
        style: Colours.
        write: Writes a number in the visitor's language.
        unit: What the numbers are, for the legend.
    """
    reach = colour_reach([word for line in lines for word in line.words])
    parts, top = [], float(MARGIN)
    for line in lines:
        parts.append(_text(MARGIN, top + 18, line.heading, style.ink, 'font-weight="600"'))
        drawn, top = _words(line.words, style, reach=reach, top=top + HEAD_HEIGHT, write=write)
        parts.append(drawn)
    parts.append(_legend(style, top, f"{write(reach)} {unit}"))
    height = round(top + LEGEND_HEIGHT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="14">'
        f'<rect width="{WIDTH}" height="{height}" fill="{style.background}"/>{"".join(parts)}</svg>'
    )


def _words(
    words: Sequence[ScoredWord],
    style: ChartStyle,
    *,
    reach: float,
    top: float,
    write: Callable[[float], str],
) -> tuple[str, float]:
    """Set words in lines; return what is drawn, and where the next text begins."""
    parts, left = [], float(MARGIN)
    for word in words:
        letters = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in word.text)
        width = letters * LETTER + 2 * PADDING
        if left > MARGIN and left + width > WIDTH - MARGIN:
            left, top = float(MARGIN), top + LINE_HEIGHT
        colour = surprise_colour(word, style, reach=reach)
        monospaced = 'text-anchor="middle" font-family="monospace" font-size="18"'
        middle = left + width / 2
        score = "–" if math.isnan(word.surprise) else write(word.surprise)
        parts += [
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{WORD_HEIGHT}" rx="3" '
            f'fill="{colour}"/>',
            _text(middle, top + 20, word.text, readable_ink(colour), monospaced),
            _text(middle, top + WORD_HEIGHT + 15, score, style.ink, 'text-anchor="middle"'),
        ]
        left += max(width, 5 * LETTER) + GAP
    return "".join(parts), top + LINE_HEIGHT + GAP


def _legend(style: ChartStyle, top: float, end: str) -> str:
    """Draw the colours from no surprise to their end."""
    width, scale = 200 / STEPS, style.sequential_scale()
    cells = "".join(
        f'<rect x="{MARGIN + 14 + step * width:.1f}" y="{top:.1f}" width="{width + 0.5:.1f}" height="12" '
        f'fill="{colour_at(scale, step / (STEPS - 1))}"/>'
        for step in range(STEPS)
    )
    return _text(MARGIN, top + 11, "0", style.ink) + cells + _text(MARGIN + 222, top + 11, end, style.ink)


def _text(x: float, y: float, text: str, colour: str, attributes: str = "") -> str:
    """Write a line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" {attributes}>{svg_text(text)}</text>'
