"""Placeholder of the first view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.words.layer_choice import choose_layers
from bertviz_core.ui.words.question import ask_word

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw(engine: BertEngine) -> None:
    """List the occurrences."""
    asked = ask_word(engine)
    if asked is None:
        return
    choose_layers(engine, "words_layers")
    st.dataframe([asked.layers.sentences[row] for row in asked.layers.sentence_index])
