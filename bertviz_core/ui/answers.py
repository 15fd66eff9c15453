"""Answers of the engine that are shared by pages and visitors, in bounded caches.

The key of an answer is the model with its revision and the text; engines are left out of the hash.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import MaskedWords

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def model_key(engine: BertEngine) -> str:
    """Name a model, its revision and the heads it answers without."""
    return f"{engine.info.id}@{engine.info.revision}-{engine.heads_off}"


def masked_words(
    engine: BertEngine,
    text: str,
    *,
    pair: str | None = None,
    top_k: int,
    originals: tuple[str | None, ...] = (),
) -> MaskedWords:
    """Return the ranked answers for the blanks of a text or pair, each with the word hidden there scored.

    A word that cannot be scored (too many pieces, no room left in the model) is left out.
    """
    return _masked_words(engine, model_key(engine), (text, pair), top_k, originals)


@st.cache_resource(max_entries=200, show_spinner=False)
def _masked_words(
    _engine: BertEngine,
    model: str,
    texts: tuple[str, str | None],
    top_k: int,
    originals: tuple[str | None, ...],
) -> MaskedWords:
    text, pair = texts
    if not any(originals):
        return _engine.fill_mask(text, top_k=top_k, pair=pair)
    own = [[word] if word else [] for word in originals]
    return _engine.fill_mask(text, top_k=top_k, candidates=own, pair=pair, skip_unscorable=True)
