"""The charts of masked words, one a blank, side by side."""

from __future__ import annotations

import streamlit as st

from bertviz_core.charts.mask_bars import mask_bars
from bertviz_core.results import MaskedWord, MaskedWords
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

CHARTS_A_ROW = 3
PLOTLY_CONFIG = {
    "displaylogo": False,
    "showSendToCloud": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d"],
}


def draw_blanks(result: MaskedWords, originals: tuple[str | None, ...], *, vocabulary: int) -> None:
    """Draw one chart for every blank of a result.

    Args:
        result: The answers.
        originals: What stood in each blank, None where the visitor typed it.
        vocabulary: Number of entries a rank is counted among.
    """
    for first in range(0, len(result.masks), CHARTS_A_ROW):
        row = list(enumerate(result.masks))[first : first + CHARTS_A_ROW]
        for place, (order, mask) in zip(st.columns(max(len(row), 1)), row, strict=True):
            original = originals[order] if order < len(originals) else None
            with place:
                _draw_blank(mask, order + 1, original=original, vocabulary=vocabulary)


def _draw_blank(mask: MaskedWord, blank: int, *, original: str | None, vocabulary: int) -> None:
    """Draw one blank with its place, its bars and what is known of the hidden word."""
    st.markdown(_("**Blank {number}** at position {position}", number=blank, position=mask.index))
    draw_bars(mask, blank, original=original)
    st.caption(_original_note(mask, original, vocabulary))


def draw_bars(mask: MaskedWord, blank: int = 1, *, original: str | None = None) -> None:
    """Draw the bars of one blank; `blank` counts from 1."""
    st.plotly_chart(
        mask_bars(mask, original=original, axis_title=_("Probability"), ink=_ink()),
        key=f"bars_{blank}",
        config=PLOTLY_CONFIG,
        alt=_("Bar chart of the most probable words for blank {number}", number=blank),
    )


def _ink() -> str:
    """Return the text colour of the visitor's theme; Plotly's labels are paler by themselves."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    return str(st.get_option(f"theme.{theme}.textColor"))


def _original_note(mask: MaskedWord, original: str | None, vocabulary: int) -> str:
    """Say how probable the hidden word was and where it ranks."""
    scored = next((c for c in mask.candidates if c.word == original), None)
    if scored is None:
        return ""
    word, probability = literal(scored.word), f"{scored.probability:.4f}"
    if scored.rank is None:
        return _(
            "Hidden word: {word}, probability {probability}. The vocabulary splits it into {pieces}, "
            "so it has no rank of its own.",
            word=word,
            probability=probability,
            pieces=" ".join(literal(piece) for piece in scored.pieces),
        )
    return _(
        "Hidden word: {word}, probability {probability}, rank {rank} of {vocabulary}.",
        word=word,
        probability=probability,
        rank=number(scored.rank),
        vocabulary=number(vocabulary),
    )
