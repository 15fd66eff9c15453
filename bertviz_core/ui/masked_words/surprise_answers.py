"""Pseudo-log-likelihoods, made part by part so that a visitor sees how far they are, and kept."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import PseudoLikelihood, WithinWords
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

PART = 32
"""Tokens that are scored before the bar moves; a text of this length takes about a second."""


def pseudo_likelihood(engine: BertEngine, text: str, *, within_words: WithinWords) -> PseudoLikelihood:
    """Return the scores of all tokens of a text; of a long one with a bar that says how far it is."""
    starts = range(0, len(engine.encode(text)), PART)
    place, parts = st.empty(), []
    for done, start in enumerate(starts):
        if len(starts) > 1:
            place.progress(done / len(starts), text=_("Hiding one token after the other"))
        parts.append(_part(engine, model_key(engine), text, within_words, start))
    place.empty()
    return reduce(PseudoLikelihood.joined, parts)


@st.cache_resource(max_entries=200, show_spinner=False)
def _part(
    _engine: BertEngine, model: str, text: str, within_words: WithinWords, start: int
) -> PseudoLikelihood:
    end = min(start + PART, len(_engine.encode(text)))
    return _engine.pseudo_log_likelihood(text, within_words=within_words, places=range(start, end))
