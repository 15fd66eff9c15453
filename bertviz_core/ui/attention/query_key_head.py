"""One head, chosen by layer and number; the address names it as in the explorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.attention.answers import attention_arrays
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine

LAST_HEAD = "last_head"
"""Session key of the 0-based layer and head last shown; the address forgets them on another page."""


def choose_head(engine: BertEngine, text: str, pair: str | None) -> tuple[int, int]:
    """Offer the heads of a model side by side; return the 0-based layer and head chosen.

    Begins with the head of the address, else the one last shown, else the one worth opening with.
    """
    info = engine.info
    named = (address.number("layer") or 0) - 1, (address.number("head") or 0) - 1
    first = next(
        (
            (layer, head)
            for layer, head in (named, st.session_state.get(LAST_HEAD, (-1, -1)))
            if layer in range(info.layers) and head in range(info.heads)
        ),
        None,
    )
    layer, head = first or attention_arrays(engine, text, pair=pair).start
    layer_place, head_place = st.columns(2)
    # Keys of their own for every size of model: a choice must not outlive the heads it was made among.
    size = f"{info.layers}_{info.heads}"
    with layer_place:
        layer = _choose(_("Layer"), info.layers, layer, key=f"query_key_layer_{size}")
    with head_place:
        head = _choose(_("Head"), info.heads, head, key=f"query_key_head_{size}")
    st.session_state[LAST_HEAD] = layer, head
    address.put("layer", str(layer + 1))
    address.put("head", str(head + 1))
    return layer, head


def _choose(label: str, count: int, first: int, *, key: str) -> int:
    return st.selectbox(label, range(count), index=first, format_func=lambda number: str(number + 1), key=key)
