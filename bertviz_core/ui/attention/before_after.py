"""The answers of a whole model beside those of one without some heads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.charts.mask_bars import BarStyle, mask_bars
from bertviz_core.errors import BertScopeError
from bertviz_core.results import Candidate, MaskedWord, MaskedWords, NextSentence
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.blanks import Word, hide_words, words_of
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, text_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine

WORD_PARAMETER = "word"
"""Number of the hidden word in the address, from 0, or `none`."""

SHOWN, LOOKED_AMONG = 5, 200
"""Bars of a chart, and the answers among which the first one of the whole model is found again."""


def masked_text(engine: BertEngine, text: str) -> tuple[str | None, str | None]:
    """Return the text with its typed blanks, else with the chosen word hidden, and that word.

    Without blank and word, or without a masked-word head, there is nothing to return: None and None.
    """
    if not engine.info.has_mlm_head:
        return None, None
    mask_token = engine.info.mask_token or ""
    encoding = engine.encode(text)
    words = words_of(encoding, mask_token)
    if mask_token in encoding.text:
        return encoding.text, None
    chosen = _choose_word(encoding.text, words)
    if chosen is None:
        return None, None
    return hide_words(encoding.text, words, (chosen,), mask_token=mask_token), words[chosen].text


def show_masked_words(
    engine: BertEngine, without: BertEngine, text: str, *, hidden: str | None
) -> tuple[MaskedWords, MaskedWords] | None:
    """Draw what both put in each blank, side by side; a reason for no answer stands in its place.

    Args:
        engine: The whole model.
        without: The one without some heads.
        text: A text with blanks.
        hidden: The word that stood in its only blank, if one did.
    """
    top_k = min(LOOKED_AMONG, engine.info.vocab_size)
    try:
        before, after = (
            masked_words(model, text, top_k=top_k, originals=(hidden,)) for model in (engine, without)
        )
    except BertScopeError as error:
        show_error(error)
        return None
    for blank, (one, other) in enumerate(zip(before.masks, after.masks, strict=True), start=1):
        if one.candidates and other.candidates:
            st.markdown(_hidden_line(one.candidates[0], other.candidates[0]))
        st.markdown(_change_line(one, other))
        places = st.columns(2)
        titles = _("Before: every head"), _("After: without them")
        shown = [replace(mask, predictions=mask.predictions[:SHOWN]) for mask in (one, other)]
        for place, title, mask in zip(places, titles, shown, strict=True):
            style = chart_style()
            bars = BarStyle(axis_title="", beside=tuple(shown), ink=style.ink, separators=style.separators)
            figure = mask_bars(mask, bars, marked_rank=_rank(mask, one.predictions[0].token_id))
            figure.update_xaxes(nticks=4, tickangle=0)
            figure.update_layout(height=figure.layout.height - 18, margin_b=22)
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
        place.progress(answer.is_next, text=title.format(p=number(answer.is_next, places=4)))
    return before, after


def _choose_word(text: str, words: tuple[Word, ...]) -> int | None:
    """Offer the words of a text; return the number of the one to hide."""
    letters = [place for place, word in enumerate(words) if any(map(str.isalnum, word.text))]
    # Models cut a text into words in their own ways.
    key = text_key(text, *(word.text for word in words))
    first = letters[-1] if letters else None
    if address_counts(WORD_PARAMETER, key):
        named = address.number(WORD_PARAMETER)
        if named is not None and named < len(words):
            first = named
        elif address.get(WORD_PARAMETER) == "none":
            first = None
    chosen = st.selectbox(
        _("Hidden word"),
        range(len(words)),
        index=first,
        format_func=lambda place: f"{words[place].text} ({place + 1})",
        placeholder=_("No word is hidden"),
        key=f"switch_off_word_{key}",
        persist_state="session",
    )
    address[WORD_PARAMETER] = "none" if chosen is None else str(chosen)
    return chosen


def _rank(mask: MaskedWord, token_id: int) -> int | None:
    return next((p.rank for p in mask.predictions if p.token_id == token_id), None)


def _hidden_line(before: Candidate, after: Candidate) -> str:
    """Say what becomes of the word that was hidden."""
    text = _("The hidden word “{word}”: probability {before} before, {after} after.")
    if before.rank is not None and after.rank is not None:
        text = _(
            "The hidden word “{word}”: probability {before} (rank {first}) before, "
            "{after} (rank {now}) after."
        )
    return text.format(
        word=f"**{literal(before.word)}**",
        before=number(before.probability, places=4),
        after=number(after.probability, places=4),
        first=before.rank and number(before.rank),
        now=after.rank and number(after.rank),
    )


def _change_line(before: MaskedWord, after: MaskedWord) -> str:
    """Say what becomes of the word that the whole model finds most probable."""
    best = before.predictions[0]
    rank = _rank(after, best.token_id)
    if rank is None:
        lost = _("less than {probability}", probability=number(after.predictions[-1].probability, places=4))
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
        probability = number(after.predictions[rank - 1].probability, places=4)
        fields = {"after": probability, "rank": number(rank)}
    return text.format(word=f"**{literal(best.token)}**", before=number(best.probability, places=4), **fields)
