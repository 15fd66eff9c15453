"""The head of the view, at first the one worth opening with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui import head_choice
from bertviz_core.ui.attention.answers import attention_arrays

if TYPE_CHECKING:
    from bertviz_core import BertEngine

LAST_HEAD = "last_head"
"""Session key of the 0-based layer and head last shown; the address forgets them on another page."""


def choose_head(engine: BertEngine, text: str, pair: str | None) -> tuple[int, int]:
    """Offer the heads of a model side by side; return the 0-based layer and head chosen."""
    layer_place, head_place = st.columns(2)
    return head_choice.choose_head(
        engine.info,
        (layer_place, head_place),
        key="query_key",
        usual=lambda: attention_arrays(engine, text, pair=pair).start,
        memory=LAST_HEAD,
    )
