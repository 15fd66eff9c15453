"""The input of the view that switches heads off: the visitor's text, with one of its words hidden."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.attention.answers import hidden_tokens
from bertviz_core.ui.blank_reading import read_blanks
from bertviz_core.ui.blanks import Word, hide_words, words_of
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal
from bertviz_core.ui.text_key import address_counts, text_key

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core import BertEngine
    from bertviz_core.results import Candidate, Encoding

WORD_PARAMETER = "word"
"""Number of the hidden word in the address, from 0, or `none`."""

QUICK_TOKENS, TRIED, SHORT_WORD = 64, 6, 3
"""Up to this length so many words longer than this are tried for the one to hide at first."""

AROUND_BLANK = 60
"""So many letters of a long text are quoted on each side of a blank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedInput:
    """What every part of the view reads."""

    text: str
    pair: str | None
    hidden: str | None = None
    """The word that stood in the only blank, if one did."""
    has_blank: bool = False


def masked_input(engine: BertEngine, text: str, pair: str | None, *, notices: DeltaGenerator) -> MaskedInput:
    """Return the texts with their typed blanks, else with the chosen word of the first one hidden.

    Nothing is hidden where there is no word, or the model has no masked-word head.

    Args:
        engine: The model.
        text: The text.
        pair: A second one.
        notices: Where it is said how a text with a blank is read.
    """
    asked = _with_blank(engine, text, pair)
    if not asked.has_blank:
        return asked
    with notices:
        originals = (asked.hidden,) if asked.hidden else ()
        reading, _offered = read_blanks(engine, asked.text, asked.pair, originals=originals)
    return replace(asked, text=reading.encoding.text, pair=reading.encoding.pair)


def _with_blank(engine: BertEngine, text: str, pair: str | None) -> MaskedInput:
    encoding = engine.encode(text, pair)
    whole = MaskedInput(text=encoding.text, pair=encoding.pair)
    mask_token = engine.info.mask_token or ""
    if not engine.info.has_mlm_head:
        return whole
    if mask_token in encoding.text or mask_token in (encoding.pair or ""):
        return MaskedInput(text=whole.text, pair=whole.pair, has_blank=True)
    words = words_of(encoding, mask_token)
    chosen = _choose_word(engine, encoding, words)
    return whole if chosen is None else _hide(engine, encoding, words, chosen)


def hidden_candidate(engine: BertEngine, asked: MaskedInput) -> Candidate | None:
    """Return the score of the hidden word, if there is one and the vocabulary can write it."""
    if asked.hidden is None:
        return None
    answer = masked_words(engine, asked.text, pair=asked.pair, top_k=1, originals=(asked.hidden,))
    return next((word for word in answer.masks[0].candidates if word.probability > 0), None)


def say_what_is_read(engine: BertEngine, asked: MaskedInput) -> None:
    """Quote the input with the blank in it, which is not the one in the text field."""
    if asked.hidden is None and asked.pair is None:
        return
    mask_token = engine.info.mask_token or ""
    first, second = (literal(_excerpt(text or "", mask_token)) for text in (asked.text, asked.pair))
    if asked.pair is None:
        st.caption(_("All of this reads “{text}”.", text=first))
    else:
        st.caption(_("All of this reads “{text}” and “{pair}” together.", text=first, pair=second))


def _choose_word(engine: BertEngine, encoding: Encoding, words: tuple[Word, ...]) -> int | None:
    """Offer the words of a text; return the number of the one to hide."""
    # Models cut a text into words in their own ways.
    key = text_key(encoding.text, *(word.text for word in words))
    widget = f"switch_off_word_{key}"
    chosen = st.selectbox(
        _("Hidden word"),
        range(len(words)),
        index=None if widget in st.session_state else _first_word(engine, encoding, words, key),
        format_func=lambda place: f"{words[place].text} ({place + 1})",
        placeholder=_("No word is hidden"),
        key=widget,
        persist_state="session",
    )
    address.put(WORD_PARAMETER, "none" if chosen is None else str(chosen))
    return chosen


def _first_word(engine: BertEngine, encoding: Encoding, words: tuple[Word, ...], key: str) -> int | None:
    """Return the number of the word that the address hides in this text, or else of a telling one."""
    if address_counts(WORD_PARAMETER, key):
        named = address.number(WORD_PARAMETER)
        if named is not None and named < len(words):
            return named
        if address.get(WORD_PARAMETER) == "none":
            return None
    return _telling_word(engine, encoding, words)


def _telling_word(engine: BertEngine, encoding: Encoding, words: tuple[Word, ...]) -> int | None:
    """Return the long word that the model finds most probable in its own place.

    Long words are mostly those with content; a word that stands there twice can be copied.
    """
    letters = [place for place, word in enumerate(words) if any(map(str.isalnum, word.text))]
    if not letters or len(encoding) > QUICK_TOKENS or encoding.truncated:
        return letters[-1] if letters else None
    texts = [word.text.casefold() for word in words]
    single = [place for place in letters if texts.count(texts[place]) == 1] or letters
    longest = sorted(single, key=lambda place: -len(texts[place]))[:TRIED]
    content = [place for place in longest if len(texts[place]) > SHORT_WORD]

    # Words of several pieces have no bar among the answers.
    pieces = {place: _only_piece(encoding, words[place]) for place in content or longest}
    asked = tuple(sorted(piece for piece in pieces.values() if piece is not None))
    known = hidden_tokens(engine, encoding.text, pair=encoding.pair, places=asked) if asked else {}
    return max(sorted(pieces, reverse=True), key=lambda place: known.get(pieces[place], -math.inf))


def _only_piece(encoding: Encoding, word: Word) -> int | None:
    """Return the place of the token that is all of a word, None where it has several or is not known."""
    starts, ends = encoding.spans.T
    inside = (encoding.sequence_ids == 0) & (starts >= word.start) & (ends <= word.end) & (starts < ends)
    tokens = np.flatnonzero(inside).tolist()
    return tokens[0] if len(tokens) == 1 and not encoding.in_unknown_words[tokens[0]] else None


def _hide(engine: BertEngine, encoding: Encoding, words: tuple[Word, ...], place: int) -> MaskedInput:
    text = hide_words(encoding.text, words, (place,), mask_token=engine.info.mask_token or "")
    return MaskedInput(text=text, pair=encoding.pair, hidden=words[place].text, has_blank=True)


def _excerpt(text: str, mask_token: str) -> str:
    """Return a text, or of a long one what stands around its first blank."""
    place = max(text.find(mask_token), 0) if mask_token else 0
    start = max(place - AROUND_BLANK, 0)
    end = place + len(mask_token) + AROUND_BLANK
    return f"{'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"
