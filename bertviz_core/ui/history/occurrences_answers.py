"""Words in their sentences, answered once for all visitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import Substitutes, WordLayers
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine

NEAR = 5


def word_in_sentences(
    engine: BertEngine, sentences: tuple[str, ...], word: str
) -> tuple[WordLayers, Substitutes | None]:
    """Return every occurrence of a word with its vectors, and what the model would put in its place."""
    return _word_in_sentences(engine, model_key(engine), sentences, word)


# Entries reach 2 MB with a model of the base size.
@st.cache_resource(max_entries=12, show_spinner=False)
def _word_in_sentences(
    _engine: BertEngine, model: str, sentences: tuple[str, ...], word: str
) -> tuple[WordLayers, Substitutes | None]:
    found = _engine.word_layers(sentences, word)
    if not _engine.info.has_mlm_head:
        return found, None
    places = [(found.sentence(number), tuple(span)) for number, span in enumerate(found.spans.tolist())]
    return found, _engine.substitutes(places, top_k=NEAR)
