"""Answers of the engine that are shared by pages and visitors, in bounded caches.

The key of an answer is the model with its revision and the text; engines are left out of the hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.components.attention.payload import AttentionArrays, quantise_attention
from bertviz_core.results import MaskedWords

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def attention_arrays(
    engine: BertEngine, text: str, *, pair: str | None = None, layer: int | None = None
) -> AttentionArrays:
    """Return the quantised attention of a text, `layer` first when it is too long to send whole."""
    return _attention_arrays(engine, _key(engine), text, pair, layer)


def masked_words(
    engine: BertEngine, text: str, *, top_k: int, candidates: tuple[str, ...] = ()
) -> MaskedWords:
    """Return the ranked answers for the blanks of a text, candidates scored beside them."""
    return _masked_words(engine, _key(engine), text, top_k, candidates)


def _key(engine: BertEngine) -> str:
    """Name a model and its revision."""
    return f"{engine.info.id}@{engine.info.revision}"


# Entries reach 7 MB at 512 tokens (one layer), 5 MB at 128 (all layers).
@st.cache_resource(max_entries=8, show_spinner=False)
def _attention_arrays(
    _engine: BertEngine, model: str, text: str, pair: str | None, layer: int | None
) -> AttentionArrays:
    return quantise_attention(_engine.attention(text, pair), layer)


@st.cache_resource(max_entries=200, show_spinner=False)
def _masked_words(
    _engine: BertEngine, model: str, text: str, top_k: int, candidates: tuple[str, ...]
) -> MaskedWords:
    return _engine.fill_mask(text, top_k=top_k, candidates=list(candidates) or None)
