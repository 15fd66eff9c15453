"""A text whose words are coloured by their surprise; each says more under the pointer or the focus."""

from __future__ import annotations

import math
from html import escape

import streamlit as st

from bertviz_core.charts.chart_style import ChartStyle, readable_ink
from bertviz_core.charts.masked_words.surprise import MOST_REACH, surprise_colour
from bertviz_core.results import PseudoLikelihood, ScoredWord
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.written_numbers import probability_text

UNSHOWN = "·"
"""Stands for a piece of which nothing is left to show: a space, or another part of one letter."""

UNKNOWN = 'class=unknown style="background-color:transparent"'

SMALLEST = 0.001
MOST_ODDS = 1e9

# What a word says stands below the text, so that it is never cut off at the side and nothing moves. Of a
# long text five lines are seen and half of the next, which says that there is more.
_STYLE = """<style>
.surprise {position: relative; padding-bottom: 1.7rem; line-height: 2.1; font-size: 1.15rem;
  white-space: pre-wrap; overflow-wrap: anywhere}
.surprise > div {max-height: 12.6rem; overflow-y: auto; padding: 2px 4px}
.surprise [tabindex] {border-radius: 3px; padding: 0.15em 0.25em; margin: 0 -0.1em; cursor: default}
.surprise.pieces [tabindex] {margin: 0 1px}
.surprise [tabindex]:focus, .surprise [tabindex]:hover {outline: 2px solid INK}
.surprise .unknown {text-decoration: underline wavy}
.surprise .blank {border: 1px dashed; border-radius: 3px; padding: 0.15em 0.25em}
.surprise::after, .surprise [tabindex]:focus::after, .surprise [tabindex]:hover::after {position: absolute;
  left: 0; bottom: 0; width: 100%; line-height: 1.5rem; font-size: 0.95rem; text-align: left}
.surprise::after {content: attr(data-hint); opacity: 0.7}
.surprise [tabindex]:focus::after, .surprise [tabindex]:hover::after {content: attr(data-says); z-index: 1;
  color: INK; background: PAPER; bottom: auto; top: calc(100% - 1.6rem)}
.surprise [tabindex]:hover::after {z-index: 2}
.surprise-legend {display: flex; white-space: nowrap; align-items: center; gap: 0.5rem; font-size: 0.95rem}
.surprise-legend i {flex: 0 1 12rem; height: 0.7rem; border: 1px solid; border-radius: 2px}
@media (max-width: 640px) {.surprise {padding-bottom: 3.2rem}}
</style>"""


def coloured_text(
    answer: PseudoLikelihood, words: tuple[ScoredWord, ...], style: ChartStyle, *, reach: int, mask: str
) -> str:
    """Return a text as HTML, its words coloured.

    Args:
        answer: The scores; of a pair the first text is drawn.
        words: Its words or its pieces.
        style: Colours of the theme.
        reach: Bits at the end of the colours.
        mask: The mask token, which is marked where the visitor left a blank.
    """
    text, at, parts = answer.encoding.text, 0, []
    for word in sorted((*words, *answer.unknown_words), key=lambda word: word.tokens[0]):
        spans = answer.encoding.spans[list(word.tokens)]
        start, end = max(at, int(spans[:, 0].min())), int(spans[:, 1].max())
        parts.append(_between(text[at:start], mask))
        colour = surprise_colour(word, style, reach=reach)
        look = f'style="background-color:{colour};color:{readable_ink(colour)}"'
        parts.append(
            f'<span tabindex="0" {UNKNOWN if math.isnan(word.surprise) else look} '
            f'data-says="{escape(says(answer, word))}">{escape(text[start:end]) or UNSHOWN}</span>'
        )
        at = max(start, end)
    parts.append(_between(text[at:], mask))
    return "".join(parts)


def says(answer: PseudoLikelihood, word: ScoredWord) -> str:
    """Say in plain text how surprising a word is and what the model expected instead."""
    if math.isnan(word.surprise):
        return f"{word.text}: " + _("not in the vocabulary, so it has no score")
    bits = in_bits(word.surprise, places=1)
    if len(word.tokens) > 1:
        pieces = " + ".join(
            f"{piece.text} {number(piece.surprise, places=1)}"
            for piece in answer.pieces
            if piece.tokens[0] in word.tokens
        )
        return f"{word.text}: {bits} = {pieces}"
    place = word.tokens[0]
    expected = answer.expected[place]
    told = _(
        "probability {probability}, rank {rank}",
        probability=odds(word),
        rank=number(int(answer.ranks[place])),
    )
    if expected is None:
        return f"{word.text}: {bits}, {told}"
    other = f"{expected.token} ({probability_text(expected.probability)})"
    if answer.ranks[place] == 1:
        return f"{word.text}: {bits}, {told}. " + _("Next best: {word}", word=other)
    return f"{word.text}: {bits}, {told}. " + _("Expected instead: {word}", word=other)


def in_bits(surprise: float, *, places: int | None = None) -> str:
    """Write a surprise with its unit, whose name is the same in all languages."""
    return f"{number(surprise, places=places)} bits"


def odds(word: ScoredWord) -> str:
    """Write a probability; a small one as one in so many."""
    count = min(2.0 ** min(word.surprise, 1000), MOST_ODDS)
    if count < 1 / SMALLEST:
        return number(1 / count, places=3)
    if count == MOST_ODDS:
        return _("less than 1 in {count}", count=number(round(count)))
    return _("1 in {count}", count=number(round(count)))


def dress_texts(style: ChartStyle) -> None:
    """Give coloured texts their look, once a run."""
    st.html(_STYLE.replace("INK", style.ink).replace("PAPER", style.background))


def show_coloured(html: str, *, pieces: bool, hint: bool) -> None:
    """Draw what `coloured_text` returned, below it on request how to get more of it."""
    words = escape(_("Point at a word, or move to it with the Tab key, to read more.")) if hint else ""
    kind = "surprise pieces" if pieces else "surprise"
    st.html(f'<div class="{kind}" data-hint="{words}"><div>{html}</div></div>')


def show_legend(style: ChartStyle, *, reach: int) -> None:
    """Draw the colours with their ends."""
    colours = ", ".join(colour for _place, colour in style.sequential_scale())
    bits = in_bits(reach)
    end = _("{surprise} or more", surprise=bits) if reach == MOST_REACH else bits
    st.html(
        f'<div class="surprise-legend"><span>{escape(_("No surprise"))}</span>'
        f'<i style="background:linear-gradient(to right, {colours})"></i><span>{escape(end)}</span></div>'
    )


def _between(text: str, mask: str) -> str:
    """Return what stands between words, blanks marked."""
    if not mask:
        return escape(text)
    blank = f'<span class="blank">{escape(mask)}</span>'
    return blank.join(escape(part) for part in text.split(mask))
