"""How probable are the visitor's own words in a blank, also those that the vocabulary splits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from bertviz_core.results import Candidate, MaskedWord, MaskedWords
from bertviz_core.settings import get_settings
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.masked_words.fill_answers import checked_words
from bertviz_core.ui.masked_words.fill_words import CHECK_PARAMETER, scored_lists, split_words
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import small_number

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_FIELD = "words_to_check"
ROW_HEIGHT, MOST_ROWS = 27, 12
SHOWN_LETTERS = 40
EXPLAINED = 5
"""So many words of several pieces are explained below the table, which has them all."""


def words_parameter() -> str:
    """Write the words the way a link carries them: as they were typed."""
    return str(st.session_state.get(_FIELD) or "")


def ask_words() -> tuple[str, ...]:
    """Draw the field for the words and return them."""
    if CHECK_PARAMETER in address:
        prefill(_FIELD, CHECK_PARAMETER, "")
    typed = st.text_input(
        _("Words to check, separated by commas"),
        key=_FIELD,
        placeholder=_("Words to check: cat, dog"),
        label_visibility="collapsed",
        persist_state="session",
    )
    return split_words(typed or "")


def score_words(engine: BertEngine, text: str, words: tuple[str, ...]) -> MaskedWords | None:
    """Return the scores of the words in the blanks of a text, saying which were left out for their number."""
    if not words:
        return None
    encoding, mask_token = engine.encode(text), engine.info.mask_token or ""
    blanks = text.count(mask_token)
    lists = scored_lists(words, blanks=blanks, tokens=len(encoding), most_words=get_settings().max_candidates)
    if len(lists[0]) < len(words):
        st.info(
            _(
                "Only the first {count} of {all} words are scored: in a longer text, or with more blanks, "
                "each of them takes longer.",
                count=number(len(lists[0])),
                all=number(len(words)),
            ),
            icon=":material/info:",
        )
    if not lists[-1]:
        st.info(
            _("Your words are scored in the first {count} blanks.", count=sum(map(bool, lists))),
            icon=":material/info:",
        )
    with st.spinner(_("Scoring your words…")):
        return checked_words(engine, text, lists)


def draw_scores(mask: MaskedWord, blank: int) -> None:
    """Draw the table of the visitor's words in one blank, and a sentence for each that has no score.

    Args:
        mask: The scored words.
        blank: Number of the blank, from 1.
    """
    ranked = sorted(mask.candidates, key=lambda word: -word.probability)
    frame = pd.DataFrame(
        {
            "word": [word.word for word in ranked],
            "probability": [word.probability for word in ranked],
            "rank": [number(word.rank) if word.rank else "–" for word in ranked],
            "pieces": [_pieces(word) for word in ranked],
        }
    )
    if ranked:
        rows = min(len(ranked), MOST_ROWS) + 1
        st.dataframe(
            frame.style.format(small_number, subset=["probability"]),
            column_config={
                "word": st.column_config.TextColumn(_("Word")),
                "probability": st.column_config.NumberColumn(_("Probability")),
                "rank": st.column_config.TextColumn(_("Rank")),
                "pieces": st.column_config.TextColumn(_("Pieces"), width="large"),
            },
            hide_index=True,
            height=ROW_HEIGHT * rows + 10,
            row_height=ROW_HEIGHT,
            key=f"checked_words_{blank}",
            alt=_("Table of your words in blank {number}", number=blank),
        )
    for sentence in [*_products(ranked)[:EXPLAINED], *_unscored(mask)]:
        st.caption(sentence)


def lengths_note(result: MaskedWords) -> str:
    """Say how words of several pieces are scored, where there is one."""
    if all(len(word.pieces) < 2 for mask in result.masks for word in mask.candidates):
        return ""
    return _(
        "A word of several pieces gets as many blanks in place of one, filled from left to right; its "
        "probability is the product of what each piece gets there. So words of different lengths answer "
        "slightly different questions, and only those of one piece have a rank."
    )


def _pieces(word: Candidate) -> str:
    """Write the pieces of a word, those of several with what each contributes."""
    if len(word.pieces) == 1 or not word.piece_probabilities:
        return " ".join(word.pieces)
    parts = zip(word.pieces, word.piece_probabilities, strict=True)
    return " × ".join(f"{piece} {small_number(value)}" for piece, value in parts)


def _products(words: list[Candidate]) -> list[str]:
    """Write the product behind each word of several pieces."""
    return [
        f"{_quoted(word.word)}: {literal(_pieces(word))} = {small_number(word.probability)}"
        for word in words
        if len(word.piece_probabilities) > 1
    ]


def _unscored(mask: MaskedWord) -> list[str]:
    """Say of each word without a score what is wrong with it."""
    sentences = []
    for word in mask.unscored:
        fields = {name: _quoted(str(value)) for name, value in word.fields.items()}
        sentences.append(_(word.template, **fields))
    return sentences


def _quoted(text: str) -> str:
    return literal(re.sub(rf"(?s)(.{{{SHOWN_LETTERS}}}).+", r"\1…", text))
