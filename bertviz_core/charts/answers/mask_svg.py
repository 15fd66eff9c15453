"""The charts of masked words as one SVG file, for slides and papers: dark on white, no browser needed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import ceil

from bertviz_core.charts.answers.mask_bars import BAR_COLOUR, ORIGINAL_COLOUR, ROW_HEIGHT, highest
from bertviz_core.charts.svg_text import svg_text
from bertviz_core.results import MaskedWord

CHART_WIDTH, WORD_WIDTH, NUMBER_WIDTH = 460, 150, 70  # a chart, and of it the places left and right of bars
HEAD_HEIGHT, FOOT_HEIGHT, BAR_HEIGHT = 34, 34, 20
INK = "#17212b"
SHOWN_LETTERS = 16
CHARTS_A_ROW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SvgChart:
    """One blank with the words around its bars."""

    mask: MaskedWord
    title: str
    note: str = ""
    marked_rank: int | None = None
    alone: Collection[int] = ()
    """Ranks of the answers that the other side of a comparison lacks, which are marked too."""

    def marks(self, rank: int) -> bool:
        """Tell whether the answer of a rank is marked."""
        return rank == self.marked_rank or rank in self.alone


def mask_svg(charts: Sequence[SvgChart], write: Callable[[float], str], *, a_row: int = CHARTS_A_ROW) -> str:
    """Draw the charts side by side in rows, with one scale.

    Args:
        charts: The blanks in reading order.
        write: Writes a probability in the visitor's language.
        a_row: So many of them stand in a row.
    """
    rows = max(len(chart.mask.predictions) for chart in charts)
    chart_height = HEAD_HEIGHT + ROW_HEIGHT * rows + FOOT_HEIGHT
    width = CHART_WIDTH * min(len(charts), a_row)
    height = chart_height * ceil(len(charts) / a_row)
    scale = (CHART_WIDTH - WORD_WIDTH - NUMBER_WIDTH) / max(highest([chart.mask for chart in charts]), 1e-6)
    drawn = "".join(
        f'<g transform="translate({CHART_WIDTH * (place % a_row)} '
        f'{chart_height * (place // a_row)})">{_chart(chart, scale, write)}</g>'
        for place, chart in enumerate(charts)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="14" '
        f'fill="{INK}"><rect width="{width}" height="{height}" fill="#ffffff"/>{drawn}</svg>'
    )


def _chart(chart: SvgChart, scale: float, write: Callable[[float], str]) -> str:
    """Draw one blank; `scale` is pixels a unit of probability."""
    parts = [_text(10, 22, chart.title, 'font-weight="600"')]
    for row, p in enumerate(chart.mask.predictions):
        y = HEAD_HEIGHT + ROW_HEIGHT * row
        colour = ORIGINAL_COLOUR if chart.marks(p.rank) else BAR_COLOUR
        length = p.probability * scale
        parts += [
            _text(WORD_WIDTH - 8, y + 15, _shorten(p.token), 'text-anchor="end" font-family="monospace"'),
            f'<rect x="{WORD_WIDTH}" y="{y}" width="{length:.2f}" height="{BAR_HEIGHT}" fill="{colour}"/>',
            _text(WORD_WIDTH + length + 6, y + 15, write(p.probability)),
        ]
    foot = HEAD_HEIGHT + ROW_HEIGHT * len(chart.mask.predictions) + 18
    if any(chart.marks(p.rank) for p in chart.mask.predictions):
        parts.append(f'<rect x="10" y="{foot - 9}" width="9" height="9" fill="{ORIGINAL_COLOUR}"/>')
    return "".join([*parts, _text(24, foot, chart.note, 'font-size="12"')])


def _text(x: float, y: float, text: str, attributes: str = "") -> str:
    """Write a line of text."""
    return f'<text x="{x:.2f}" y="{y}" {attributes}>{svg_text(text)}</text>'


def _shorten(word: str) -> str:
    """Keep the beginning of a long word."""
    return word if len(word) <= SHOWN_LETTERS else f"{word[:SHOWN_LETTERS]}…"
