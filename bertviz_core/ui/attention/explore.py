"""All heads and the map of one, with their words in the visitor's language."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

import streamlit as st

from bertviz_core.components.attention import attention_view
from bertviz_core.components.attention.payload import AttentionArrays, pack_payload
from bertviz_core.ui.answers import attention_arrays
from bertviz_core.ui.attention.classic import classic_bertviz
from bertviz_core.ui.downloads import attention_npz
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.linked_texts import stand_in_note
from bertviz_core.ui.notices import cut_notice, unknown_notice

if TYPE_CHECKING:
    from bertviz_core import BertEngine


OVERVIEW_HEIGHT = 300
"""Pixels."""

QUOTED_CHARACTERS = 400
"""As much of the sentence as a picture of the map shows."""


def draw(engine: BertEngine, text: str, pair: str | None) -> None:
    """Show all heads and the map of one, with what the visitor must know about the input under it.

    The view opens at the head of the address, else at the last one shown in the browser's tab, else at
    the one worth opening with.
    """
    arrays = attention_arrays(engine, text, pair=pair, layer=address_layer())
    encoding = arrays.encoding
    notes = (cut_notice(encoding, quote=str), unknown_notice(encoding, quote=str), stand_in_note(text))
    header = _header(engine, arrays, "explore") | {"notes": [note for note in notes if note]}
    attention_view(pack_payload(arrays, header), key="attention_view")
    st.download_button(
        _("All heads as NPZ"),
        data=lambda: attention_npz(engine, encoding),
        file_name="attention.npz",
        mime="application/octet-stream",
        icon=":material/download:",
        on_click="ignore",
    )
    st.caption(
        _(
            "Colours follow the square root of the weight, so that small ones can be seen. Layers and heads "
            "are counted from 1, positions from 0. The first head shown is the one that links words "
            "furthest; after that the head stays until you choose another one."
        )
    )
    classic_bertviz(engine, text, pair, layer=(address_head(arrays) or arrays.start)[0])


def overview_attention(engine: BertEngine, arrays: AttentionArrays, *, key: str) -> tuple[int, int] | None:
    """Show all heads only; return the 0-based layer and head that were just clicked."""
    header = _header(engine, arrays, "overview") | {"height": OVERVIEW_HEIGHT}
    return attention_view(pack_payload(arrays, header), key=key)


def address_layer() -> int | None:
    """Return the 0-based layer named in the address."""
    return _number("layer") - 1 if _number("layer") else None


def address_head(arrays: AttentionArrays) -> tuple[int, int] | None:
    """Return the 0-based layer and head named in the address, when the model has them."""
    layers, heads = arrays.thumbnails.shape[:2]
    layer, head = _number("layer"), _number("head")
    return (layer - 1, head - 1) if 1 <= layer <= layers and 1 <= head <= heads else None


def _number(parameter: str) -> int:
    """Read a whole number from the address; 0 when there is none."""
    text = st.query_params.get(parameter, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _header(
    engine: BertEngine, arrays: AttentionArrays, mode: Literal["explore", "overview"]
) -> dict[str, object]:
    """Collect what the browser needs beside the arrays."""
    encoding = arrays.encoding
    named = address_head(arrays)
    layer, head = named or arrays.start
    text = "\0".join((engine.info.id, encoding.text, encoding.pair or ""))
    return {
        "id": hashlib.sha256(text.encode()).hexdigest()[:16],
        "model": engine.info.id,
        "mode": mode,
        "locale": language(),
        "sentence": " / ".join(filter(None, (encoding.text, encoding.pair)))[:QUOTED_CHARACTERS],
        "start": {"layer": layer, "head": head},
        "named": named is not None,
        "words": {
            "title": _("Layer {layer}, head {head}"),
            "layer": _("Layer"),
            "head": _("Head"),
            "hint": _(
                "Point at a cell to read its weight, click to keep it; "
                "arrow keys move through heads and cells."
            ),
            "headsLabel": _(
                "All heads, a row for each layer and a column for each head. Arrow keys choose one."
            ),
            "mapLabel": _("Map of one head: rows look, columns are looked at. Arrow keys move the cell."),
            "howToTitle": _("How to read this."),
            "howTo": _(
                "Rows are the tokens that look, columns the ones looked at; the darker the cell (lighter "
                "in the dark theme), the larger the share of attention, and every row adds up to 1."
            ),
            "table": _("The numbers of this head"),
            "from": _("From"),
            "to": _("To"),
            "weight": _("Weight"),
            "csv": _("This head as CSV"),
            "json": _("This head as JSON"),
            "png": _("This map as PNG"),
        },
    }
