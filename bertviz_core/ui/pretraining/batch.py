"""A batch as the model is trained on: which tokens are drawn, and what happens to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from bertviz_core import BertEngine


def draw(engine: BertEngine, text: str) -> None:
    """Show the tokens of a text."""
    st.write(engine.encode(text).tokens)
