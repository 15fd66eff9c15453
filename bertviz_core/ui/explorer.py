"""The attention view with its words in the visitor's language."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

import streamlit as st

from bertviz_core.components.attention import attention_view
from bertviz_core.components.attention.payload import AttentionArrays, pack_payload
from bertviz_core.ui.i18n import _

if TYPE_CHECKING:
    from bertviz_core import BertEngine


OVERVIEW_HEIGHT = 300
"""Pixels."""


def explore_attention(engine: BertEngine, arrays: AttentionArrays, *, key: str) -> None:
    """Show all heads and the map of one, opened at the layer and head of the address."""
    header = _header(engine, arrays, "explore")
    attention_view(pack_payload(arrays, header), key=key)


def overview_attention(engine: BertEngine, arrays: AttentionArrays, *, key: str) -> tuple[int, int] | None:
    """Show all heads only; return the 0-based layer and head that were just clicked."""
    header = _header(engine, arrays, "overview") | {"height": OVERVIEW_HEIGHT}
    return attention_view(pack_payload(arrays, header), key=key)


def address_layer() -> int | None:
    """Return the 0-based layer named in the address."""
    return _number("layer") - 1 if _number("layer") else None


def start_head(arrays: AttentionArrays) -> tuple[int, int]:
    """Return the 0-based layer and head named in the address, or the one worth opening with."""
    layers, heads = arrays.thumbnails.shape[:2]
    layer, head = _number("layer"), _number("head")
    if 1 <= layer <= layers and 1 <= head <= heads:
        return layer - 1, head - 1
    return arrays.start


def _number(parameter: str) -> int:
    """Read a whole number from the address; 0 when there is none."""
    text = st.query_params.get(parameter, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _header(
    engine: BertEngine, arrays: AttentionArrays, mode: Literal["explore", "overview"]
) -> dict[str, object]:
    """Collect what the browser needs beside the arrays."""
    encoding = arrays.encoding
    layer, head = start_head(arrays)
    text = "\0".join((engine.info.id, encoding.text, encoding.pair or ""))
    return {
        "id": hashlib.sha256(text.encode()).hexdigest()[:16],
        "model": engine.info.id,
        "mode": mode,
        "start": {"layer": layer, "head": head},
        "words": {
            "title": _("Layer {layer}, head {head}"),
            "layer": _("Layer"),
            "head": _("Head"),
            "hint": _("Point at a cell to read its weight; arrow keys move through heads and cells."),
            "headsLabel": _(
                "All heads, a row for each layer and a column for each head. Arrow keys choose one."
            ),
            "mapLabel": _("Map of one head: rows look, columns are looked at. Arrow keys move the cell."),
            "table": _("The numbers of this head"),
            "from": _("From"),
            "to": _("To"),
            "weight": _("Weight"),
            "csv": _("This head as CSV"),
            "json": _("This head as JSON"),
            "png": _("This map as PNG"),
        },
    }
