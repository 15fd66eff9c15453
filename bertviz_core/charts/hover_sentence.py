"""The sentence of an occurrence with the word marked, as Plotly shows it beside a point."""

from __future__ import annotations

import textwrap

from bertviz_core.charts.chart_style import plain
from bertviz_core.results import WordLayers

LINE, MOST_LINES = 60, 5

_OPEN, _CLOSE = "\ue000", "\ue001"  # stand for the marks while lines are broken: letters of no script
_NO_MARKS = str.maketrans({_OPEN: " ", _CLOSE: " "})


def marked_occurrence(word: WordLayers, occurrence: int) -> str:
    """Return the sentence of an occurrence, ready for Plotly."""
    start, end = word.spans[occurrence].tolist()
    return marked_sentence(word.sentence(occurrence), start, end)


def marked_sentence(sentence: str, start: int, end: int) -> str:
    """Return a sentence in lines of about 60 letters with the word between two places in bold.

    Of a long sentence the lines around the word are kept. All but the marks is text, never markup.
    """
    text = sentence.translate(_NO_MARKS)
    text = f"{text[:start]}{_OPEN}{text[start:end]}{_CLOSE}{text[end:]}"
    lines = textwrap.wrap(text, LINE) or [text]
    first = next((place for place, line in enumerate(lines) if _OPEN in line), 0)
    begin = max(0, min(first - MOST_LINES // 2, len(lines) - MOST_LINES))
    shown = lines[begin : begin + MOST_LINES]
    if begin > 0:
        shown[0] = f"… {shown[0]}"
    if begin + MOST_LINES < len(lines):
        shown[-1] = f"{shown[-1]} …"
    return "<br>".join(map(plain, shown)).replace(_OPEN, "<b>").replace(_CLOSE, "</b>")
