"""Heads under masks, shared by visitors in bounded caches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import DirectedAnswers, Mask, MaskedAttention
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def masked_attention(
    engine: BertEngine, text: str, *, pair: str | None, head: tuple[int, int], mask: Mask
) -> MaskedAttention:
    """Return scores and weights of one 0-based (layer, head) under a mask."""
    return _masked_attention(engine, model_key(engine), (text, pair), head, mask)


def directed_answers(
    engine: BertEngine, text: str, *, pair: str | None, word: str | None, top_k: int
) -> DirectedAnswers:
    """Return what the model puts in the first blank with one side closed and with both open.

    A blank that stands last is read as if the sentence ended after it.
    """
    return _directed_answers(engine, model_key(engine), (text, pair), word, top_k)


# Entries reach 40 KB at 64 tokens.
@st.cache_resource(max_entries=200, show_spinner=False)
def _masked_attention(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], head: tuple[int, int], mask: Mask
) -> MaskedAttention:
    return _engine.masked_attention(*texts, layer=head[0], head=head[1], mask=mask)


@st.cache_resource(max_entries=200, show_spinner=False)
def _directed_answers(
    _engine: BertEngine, model: str, texts: tuple[str, str | None], word: str | None, top_k: int
) -> DirectedAnswers:
    return _engine.fill_mask_by_direction(*texts, word=word, top_k=top_k, end_sentence=True)
