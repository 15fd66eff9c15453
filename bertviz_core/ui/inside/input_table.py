"""The tokens of a text as the model is given them: word, piece, id, segment, position, a column each."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import streamlit as st

from bertviz_core.charts.role_colours import Role, role_colour
from bertviz_core.results import InputEmbeddings
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _
from bertviz_core.ui.word_choices import word_choices

_STYLE = """<style>
.pieces {overflow-x: auto; overscroll-behavior-x: contain}
.pieces table {border-collapse: separate; border-spacing: 3px 1px; font-size: 0.95rem; line-height: 1.35}
.pieces th {position: sticky; left: 0; text-align: left; font-weight: 600; white-space: nowrap;
  padding: 0 0.6rem 0 0; background: var(--pieces-page)}
.pieces td {text-align: center; white-space: nowrap; padding: 0 0.35rem; min-width: 2.2rem;
  font-family: "Source Code Pro", monospace;
  background: color-mix(in srgb, currentColor 6%, transparent); border-radius: 0.2rem}
.pieces td.chosen {box-shadow: inset 0 0 0 2px #e69f00}
.pieces td.word {font-weight: 600; max-width: 16rem; overflow: hidden; text-overflow: ellipsis}
.pieces td.special {color: color-mix(in srgb, currentColor 68%, transparent)}
</style>"""

SEGMENTS = "AB"
"""Names of segments 0 and 1, as in the paper."""


def segment_name(number: int) -> str:
    """Name a segment."""
    return SEGMENTS[number] if number < len(SEGMENTS) else str(number)


def draw_table(answer: InputEmbeddings, place: int) -> None:
    """Draw the table, which scrolls inside itself; the column of the chosen token has frames."""
    encoding = answer.encoding
    rows = [
        _words_row(answer, place),
        _row(_("Piece"), "token", encoding.tokens, place),
        _row(_("Token id"), "token", encoding.ids.tolist(), place),
    ]
    if answer.segments > 1:
        names = [f"{segment_name(number)} ({number})" for number in encoding.segment_ids.tolist()]
        rows.append(_row(_("Segment"), "segment", names, place))
    rows.append(_row(_("Position"), "position", range(len(encoding)), place))
    if answer.position_ids.tolist() != list(range(len(encoding))):
        rows.append(_row(_("Row of its table"), "position", answer.position_ids.tolist(), place))
    page = escape(chart_style().background)
    label = escape(_("Each token with its piece, id, segment and position"))
    st.html(
        f'{_STYLE}<div class="pieces" style="--pieces-page: {page}" tabindex="0" role="region" '
        f'aria-label="{label}"><table>{"".join(rows)}</table></div>'
    )


def _words_row(answer: InputEmbeddings, place: int) -> str:
    """Return the row in which each word stands once above all of its pieces."""
    cells = []
    for word in word_choices(answer.encoding):
        kind = "special" if word.special else "word"
        chosen = " chosen" if place in word.tokens and len(word.tokens) > 1 else ""
        text = "" if word.special else escape(word.text)
        cells.append(f'<td class="{kind}{chosen}" colspan="{len(word.tokens)}" title="{text}">{text}</td>')
    return f"<tr><th>{escape(_('Word'))}</th>{''.join(cells)}</tr>"


def _row(name: str, role: Role, values: Iterable[object], place: int) -> str:
    kinds = {place: ' class="chosen"'}
    cells = "".join(
        f"<td{kinds.get(number, '')}>{escape(str(value))}</td>" for number, value in enumerate(values)
    )
    colour = role_colour(role, chart_style())
    return f'<tr><th style="color: {colour}">{escape(name)}</th>{cells}</tr>'
