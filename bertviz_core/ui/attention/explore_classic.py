"""BertViz's own head view and model view of a short text, for people who know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from bertviz_core.components.classic import classic_view
from bertviz_core.components.classic.document import (
    ClassicDocument,
    ClassicWords,
    head_document,
    model_document,
)
from bertviz_core.ui.address import address
from bertviz_core.ui.answers import model_key
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.i18n import _, language

if TYPE_CHECKING:
    from bertviz_core import BertEngine
    from bertviz_core.results import Encoding

VIEW_PARAMETER = "classic"
LAYER_PARAMETER = "classic_layer"

# Measured for 12 x 12 heads: 0.7 MB and 20,000 lines in the head view, 1 MB and 83,000 in the model view.
TOKEN_LIMITS = {"head": 40, "model": 24}
"""Longest input of each view."""


def classic_bertviz(engine: BertEngine, text: str, pair: str | None, *, layer: int = 0) -> None:
    """Offer BertViz's views of a text, folded away; nothing of them is made before somebody opens them.

    Args:
        engine: The model.
        text: The text.
        pair: A second text.
        layer: 0-based layer that the head view opens with, when the address names none.
    """
    named = address.get(VIEW_PARAMETER, "")
    place = st.expander(
        _("Classic BertViz: head view and model view"),
        expanded=named in TOKEN_LIMITS,
        key="classic_bertviz",
        icon=":material/history:",
        on_change="rerun",
    )
    if not place.open:
        if named and named not in TOKEN_LIMITS:
            address.fell_back(VIEW_PARAMETER, "")
        address.pop(VIEW_PARAMETER, None)
        address.pop(LAYER_PARAMETER, None)
        return
    with place:
        choices, layer_place = st.columns([3, 1], vertical_alignment="bottom")
        with choices:
            view = _choose_view(named)
        with layer_place:
            layer = _choose_layer(engine.info.layers, layer) if view == "head" else 0
        _show(engine, engine.encode(text, pair), view, layer)


def _choose_view(named: str) -> str:
    """Return `head` or `model`, at first the one that the address names."""
    names = {"head": _("Head view"), "model": _("Model view")}
    view = st.segmented_control(
        _("BertViz view"),
        list(names),
        default=named if named in names else "head",
        format_func=names.__getitem__,
        required=True,
        key="classic_view_choice",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(VIEW_PARAMETER, view or "head")
    return view or "head"


def _choose_layer(layers: int, first: int) -> int:
    """Return the 0-based layer, at first the one that the address names."""
    named = (address.number(LAYER_PARAMETER) or 0) - 1
    layer = st.selectbox(
        _("Layer"),
        range(layers),
        index=named if named in range(layers) else min(first, layers - 1),
        format_func=lambda number: str(number + 1),
        key=f"classic_layer_{layers}",
        persist_state="session",
    )
    address.put(LAYER_PARAMETER, str(layer + 1))
    return layer


def _show(engine: BertEngine, encoding: Encoding, view: str, layer: int) -> None:
    """Show one view, or say that the text is too long for it."""
    if len(encoding) > TOKEN_LIMITS[view]:
        st.info(
            _(
                "BertViz draws a line for every pair of tokens, so this view takes up to {limit} tokens; the "
                "text has {count}. Shorten it, or use the view above, which takes all of them.",
                limit=TOKEN_LIMITS[view],
                count=len(encoding),
            ),
            icon=":material/info:",
        )
        return
    document = _document(engine, model_key(engine), encoding.text, encoding.pair, (view, layer, language()))
    title = _("Classic BertViz: head view and model view")
    classic_view(document, title=title, key="classic_view")
    st.caption(_how_to_read(view))
    download_button(_("This view as HTML"), f"bertviz_{view}_view.html", document.html)


def _how_to_read(view: str) -> str:
    """Say in a sentence or two what a view shows and what it answers to."""
    if view == "head":
        return _(
            "The tokens on the left look, those on the right are looked at; the stronger a line, the larger "
            "the weight, a colour for each head. Point at a token to see its lines only, click a coloured "
            "square to hide its head, double-click it to see no other. Vig (2019), *A Multiscale "
            "Visualization of Attention in the Transformer Model*."
        )
    return _(
        "A row for each layer and a column for each head, lines from the tokens that look (left) to those "
        "looked at (right). Click a head to read its tokens. Vig (2019), *A Multiscale Visualization of "
        "Attention in the Transformer Model*."
    )


# A document is 0.5 to 1.5 MB.
@st.cache_resource(max_entries=8, show_spinner=False)
def _document(
    _engine: BertEngine, model: str, text: str, pair: str | None, what: tuple[str, int, str]
) -> ClassicDocument:
    view, layer, _language = what
    maps = _engine.attention(text, pair)
    seconds = np.flatnonzero(maps.encoding.sequence_ids == 1)
    second_from = int(seconds[0]) if seconds.size else None
    tokens, words = maps.encoding.labels, _words()
    if view == "model":
        return model_document(maps.weights, tokens, second_from=second_from, words=words)
    return head_document(maps.weights[layer], tokens, layer=layer, second_from=second_from, words=words)


def _words() -> ClassicWords:
    """Name what BertViz names in English."""
    return ClassicWords(
        layer=_("Layer"),
        layers=_("Layers"),
        head=_("Head"),
        heads=_("Heads"),
        attention=_("Attention"),
        both=_("Both sentences"),
        first=_("Sentence A"),
        second=_("Sentence B"),
    )
