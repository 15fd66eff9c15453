"""One head, chosen by layer and number; the address names it on every page as in the explorer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import ModelInfo
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Head = tuple[int, int]


def choose_head(
    info: ModelInfo,
    places: tuple[DeltaGenerator, DeltaGenerator],
    *,
    key: str,
    usual: Callable[[], Head],
    memory: str | None = None,
) -> Head:
    """Offer layers and heads; return the 0-based layer and head chosen.

    Begins with the head of the address, else the one last shown, else the usual one.

    Args:
        info: The model.
        places: For the layer and for the head.
        key: Beginning of the keys of both menus in the session.
        usual: Says what a view opens with; asked where nothing else is known.
        memory: Session key of what was last shown; the address forgets it on another page.
    """
    named = (address.number("layer") or 0) - 1, (address.number("head") or 0) - 1
    last: Head = st.session_state.get(memory, (-1, -1)) if memory else (-1, -1)
    there = [
        (layer, head)
        for layer, head in (named, last)
        if layer in range(info.layers) and head in range(info.heads)
    ]
    layer, head = there[0] if there else usual()
    # Keys of their own for every size of model: a choice must not outlive the heads it was made among.
    size = f"{info.layers}_{info.heads}"
    layer = _numbered(places[0], _("Layer"), info.layers, layer, key=f"{key}_layer_{size}")
    head = _numbered(places[1], _("Head"), info.heads, head, key=f"{key}_head_{size}")
    if memory:
        st.session_state[memory] = layer, head
    address.put("layer", str(layer + 1))
    address.put("head", str(head + 1))
    return layer, head


def _numbered(place: DeltaGenerator, label: str, count: int, first: int, *, key: str) -> int:
    chosen: int = place.selectbox(
        label, range(count), index=first, format_func=lambda number: str(number + 1), key=key
    )
    return chosen
