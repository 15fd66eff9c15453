"""The answers of a whole model beside those of one without some heads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.answers.mask_bars import BARE, BarStyle, mask_bars
from bertviz_core.errors import BertScopeError
from bertviz_core.results import Candidate, MaskedWord, MaskedWords, NextSentence
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.attention.off_word import MaskedInput
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.mask_panel import HIDDEN_SIGN
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import probability_text

if TYPE_CHECKING:
    from bertviz_core import BertEngine

SHOWN, LOOKED_AMONG = 5, 200
"""Bars of a chart, and the answers among which the first one of the whole model is found again."""


def show_masked_words(
    engine: BertEngine, without: BertEngine, asked: MaskedInput
) -> tuple[MaskedWords, MaskedWords] | None:
    """Draw what both put in each blank, side by side; a reason for no answer stands in its place.

    Args:
        engine: The whole model.
        without: The one without some heads.
        asked: A text or pair with blanks.
    """
    top_k = min(LOOKED_AMONG, engine.info.vocab_size)
    try:
        before, after = (
            masked_words(
                model,
                asked.text,
                pair=asked.pair,
                top_k=top_k,
                originals=(asked.hidden,) if asked.hidden else (),
            )
            for model in (engine, without)
        )
    except BertScopeError as error:
        show_error(error)
        return None
    for blank, (one, other) in enumerate(zip(before.masks, after.masks, strict=True), start=1):
        before_word, after_word = _followed(one), _followed(other)
        if before_word and after_word:
            st.markdown(_hidden_line(before_word, after_word))
            marked = before_word.rank, after_word.rank
        else:
            st.markdown(_change_line(one, other))
            best = one.predictions[0].token_id
            marked = _rank(one, best), _rank(other, best)
        places = st.columns(2)
        titles = _("Before: every head"), _("After: without them")
        shown = [replace(mask, predictions=mask.predictions[:SHOWN]) for mask in (one, other)]
        for place, title, mask, rank in zip(places, titles, shown, marked, strict=True):
            style = chart_style()
            bars = BarStyle(
                axis_title="",
                beside=tuple(shown),
                ink=style.ink,
                numbers=style.numbers,
                below=8,
                axis=BARE,
            )
            figure = mask_bars(mask, bars, marked_rank=rank)
            with place.container(gap=None):
                st.caption(title)
                st.plotly_chart(
                    figure,
                    key=f"switch_off_bars_{blank}_{'before' if mask is shown[0] else 'after'}",
                    config={"displayModeBar": False},
                    alt=_("Bar chart of the most probable words for blank {number}", number=blank),
                )
    return before, after


def show_next_sentence(
    engine: BertEngine, without: BertEngine, first: str, second: str
) -> tuple[NextSentence, NextSentence] | None:
    """Write how sure both are that the second sentence follows, side by side."""
    try:
        before, after = (model.next_sentence(first, second) for model in (engine, without))
    except BertScopeError as error:
        show_error(error)
        return None
    titles = _("The second sentence follows, before: {p}"), _("The second sentence follows, after: {p}")
    for place, title, answer in zip(st.columns(2), titles, (before, after), strict=True):
        place.progress(answer.is_next, text=title.format(p=probability_text(answer.is_next)))
    st.space("small")
    return before, after


def _rank(mask: MaskedWord, token_id: int) -> int | None:
    return next((p.rank for p in mask.predictions if p.token_id == token_id), None)


def _followed(mask: MaskedWord) -> Candidate | None:
    """Return the word that was hidden; one that the vocabulary cannot write is not followed."""
    return next((word for word in mask.candidates if word.probability > 0), None)


def _hidden_line(before: Candidate, after: Candidate) -> str:
    """Say what becomes of the word that was hidden."""
    text = _("The hidden word “{word}”: probability {before} before, {after} after.")
    if before.rank is not None and before.rank == after.rank:
        text = _("The hidden word “{word}”: probability {before} before, {after} after; rank {now} in both.")
    elif before.rank is not None and after.rank is not None:
        text = _(
            "The hidden word “{word}”: probability {before} (rank {first}) before, "
            "{after} (rank {now}) after."
        )
    sign = f"{HIDDEN_SIGN} " if min(before.rank or SHOWN + 1, after.rank or SHOWN + 1) <= SHOWN else ""
    return sign + text.format(
        word=f"**{literal(before.word)}**",
        before=probability_text(before.probability),
        after=probability_text(after.probability),
        first=before.rank and number(before.rank),
        now=after.rank and number(after.rank),
    )


def _change_line(before: MaskedWord, after: MaskedWord) -> str:
    """Say what becomes of the word that the whole model finds most probable."""
    best = before.predictions[0]
    rank = _rank(after, best.token_id)
    if rank is None:
        lost = probability_text(after.predictions[-1].probability)
        if not lost.startswith("<"):
            lost = _("less than {probability}", probability=lost)
        text = _(
            ":orange[■] “{word}”: probability {before} before, {after} after, "
            "not among the first {count} any more."
        )
        fields = {"after": lost, "count": len(after.predictions)}
    else:
        text = (
            _(":orange[■] “{word}”: probability {before} before, {after} after, now rank {rank}.")
            if rank > 1
            else _(":orange[■] “{word}”: probability {before} before, {after} after, still the first.")
        )
        probability = probability_text(after.predictions[rank - 1].probability)
        fields = {"after": probability, "rank": number(rank)}
    return text.format(word=f"**{literal(best.token)}**", before=probability_text(best.probability), **fields)
