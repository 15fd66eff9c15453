"""How far words reach, answered once for all visitors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import OrderInfluence
from bertviz_core.ui.answers import model_key

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def order_influence(engine: BertEngine, text: str, word: int) -> OrderInfluence:
    """Return how much a word matters for the states of the others."""
    return _order_influence(engine, model_key(engine), text, word)


# Entries reach 15 kB.
@st.cache_resource(max_entries=256, show_spinner=False)
def _order_influence(_engine: BertEngine, model: str, text: str, word: int) -> OrderInfluence:
    return _engine.order_influence(text, word)
