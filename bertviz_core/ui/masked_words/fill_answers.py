"""Answers about filled blanks, shared by visitors in bounded caches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import JointFillings, MaskedWords
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine

FILLINGS = 10
"""Length of the list of fillings."""


def checked_words(engine: BertEngine, text: str, lists: tuple[tuple[str, ...], ...]) -> MaskedWords:
    """Return the scores of given words, one list a blank; words that cannot be scored stand apart."""
    return _checked_words(engine, model_key(engine), text, lists)


def joint_fillings(engine: BertEngine, text: str, *, beams: int) -> JointFillings:
    """Return the most probable fillings of all blanks together."""
    return _joint_fillings(engine, model_key(engine), text, beams)


@st.cache_resource(max_entries=100, show_spinner=False)
def _checked_words(
    _engine: BertEngine, model: str, text: str, lists: tuple[tuple[str, ...], ...]
) -> MaskedWords:
    return _engine.fill_mask(text, top_k=1, candidates=lists, skip_unscorable=True)


@st.cache_resource(max_entries=100, show_spinner=False)
def _joint_fillings(_engine: BertEngine, model: str, text: str, beams: int) -> JointFillings:
    return _engine.fill_jointly(text, beams=beams, top_k=FILLINGS)
