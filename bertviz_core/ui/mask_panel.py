"""The charts of masked words, one a blank, side by side on one probability axis."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bertviz_core.charts.answers.mask_bars import BarStyle, mask_bars
from bertviz_core.charts.answers.mask_svg import CHARTS_A_ROW, SvgChart, mask_svg
from bertviz_core.results import Candidate, MaskedWord, MaskedWords
from bertviz_core.ui.i18n import _, number, numbers
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

SAID = 5
"""Blanks whose first words are said."""

HIDDEN_SIGN = ":orange[■]"
"""A square in the colour of the hidden word's bar: `.streamlit/config.toml` gives both the same."""


def draw_blanks(
    result: MaskedWords,
    originals: tuple[str | None, ...],
    *,
    vocabulary: int,
    below: Callable[[int], None] | None = None,
) -> None:
    """Draw one chart for every blank of a result.

    Args:
        result: The answers.
        originals: What stood in each blank, None where the visitor typed it.
        vocabulary: Number of entries a rank is counted among.
        below: Draws what else belongs to a blank, given its number from 0.
    """
    for first in range(0, len(result.masks), CHARTS_A_ROW):
        places = st.columns(min(CHARTS_A_ROW, len(result.masks)))
        row = list(enumerate(result.masks))[first : first + CHARTS_A_ROW]
        for place, (order, mask) in zip(places, row, strict=False):
            hidden = _hidden_candidate(mask, originals, order)
            with place:
                if len(result.masks) > 1:
                    st.markdown(_title(mask, order + 1))
                draw_bars(mask, order + 1, hidden=hidden, beside=result.masks)
                if hidden:
                    _hidden_note(mask, hidden, vocabulary)
                elif original := _original(originals, order):
                    st.caption(_unscored_line(original))
                if below:
                    below(order)


def draw_bars(
    mask: MaskedWord, blank: int = 1, *, hidden: Candidate | None = None, beside: tuple[MaskedWord, ...] = ()
) -> None:
    """Draw the bars of one blank.

    Args:
        mask: The answers.
        blank: Number of the blank, from 1.
        hidden: The word that stood there; its bar is marked when it is among the answers.
        beside: All blanks whose charts share one axis.
    """
    style = BarStyle(axis_title=_("Probability"), beside=beside, ink=_ink(), numbers=numbers())
    st.plotly_chart(
        mask_bars(mask, style, marked_rank=hidden.rank if hidden else None),
        key=f"bars_{blank}",
        config={"displayModeBar": False},
        alt=_("Bar chart of the most probable words for blank {number}", number=blank),
    )


def first_answers(masks: tuple[MaskedWord, ...]) -> str:
    """Say the first word of each blank, and how probable it is."""
    return " · ".join(
        _(
            "“{word}”: {probability}",
            word=literal(first.token),
            probability=probability_text(first.probability),
        )
        for first in (mask.predictions[0] for mask in masks[:SAID])
    )


def picture_of_blanks(result: MaskedWords, originals: tuple[str | None, ...]) -> str:
    """Return the charts of all blanks as one SVG file."""
    charts = []
    for order, mask in enumerate(result.masks):
        hidden = _hidden_candidate(mask, originals, order)
        charts.append(
            SvgChart(
                mask=mask,
                title=_title(mask, order + 1).replace("**", ""),
                note=_hidden_line(hidden) if hidden else "",
                marked_rank=hidden.rank if hidden else None,
            )
        )
    return mask_svg(charts, write=probability_text)


def _hidden_candidate(mask: MaskedWord, originals: tuple[str | None, ...], order: int) -> Candidate | None:
    """Return the score of the word that stood in a blank; None where the visitor typed the blank."""
    original = _original(originals, order)
    return next((candidate for candidate in mask.candidates if candidate.word == original), None)


def _original(originals: tuple[str | None, ...], order: int) -> str | None:
    return originals[order] if order < len(originals) else None


def _unscored_line(word: str) -> str:
    return _(
        "Hidden word: {word}. It cannot be scored: the vocabulary cannot write it, "
        "or it has too many pieces.",
        word=literal(word),
    )


def _title(mask: MaskedWord, blank: int) -> str:
    """Name a blank and its place among the tokens, in Markdown."""
    return _("**Blank {number}** at position {position}", number=blank, position=mask.index)


def _hidden_line(hidden: Candidate) -> str:
    """Say in plain text what stood in a blank and how probable it was."""
    probability = probability_text(hidden.probability)
    return _("Hidden word: {word}, probability {probability}.", word=hidden.word, probability=probability)


def _ink() -> str:
    """Return the text colour of the visitor's theme; Plotly's labels are paler by themselves."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    return str(st.get_option(f"theme.{theme}.textColor"))


def _hidden_note(mask: MaskedWord, hidden: Candidate, vocabulary: int) -> None:
    """Say how probable the hidden word was and where it ranks, and which bar is its."""
    word, probability = literal(hidden.word), probability_text(hidden.probability)
    if hidden.rank is None:
        note = _(
            "Hidden word: {word}, probability {probability}. The vocabulary splits it into {pieces}, "
            "so it has no rank of its own.",
            word=word,
            probability=probability,
            pieces=" ".join(literal(piece) for piece in hidden.pieces),
        )
    else:
        note = _(
            "Hidden word: {word}, probability {probability}, rank {rank} of {vocabulary}.",
            word=word,
            probability=probability,
            rank=number(hidden.rank),
            vocabulary=number(vocabulary),
        )
    has_bar = any(p.rank == hidden.rank for p in mask.predictions)
    small = f":small[{note}]"
    st.markdown(f"{HIDDEN_SIGN} {small}" if has_bar else small)
