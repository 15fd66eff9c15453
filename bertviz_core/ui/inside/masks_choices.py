"""Which mask, which head and which token: the row of options of the view, kept in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.results import Encoding, Mask, MaskedAttention
from bertviz_core.ui.address import address
from bertviz_core.ui.head_choice import choose_head
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.text_key import address_counts, encoding_key

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from bertviz_core.results import ModelInfo

PARAMETERS = ("mask", "layer", "head", "query")
FEWEST_LETTERS = 4
"""Shorter words are mostly articles and prepositions."""

_HEAD = "masks_last_head"


def choose_mask() -> Mask:
    """Offer the masks; return the one chosen, at first the causal one or that of the address."""
    names: dict[Mask, str] = {
        "full": _("No mask"),
        "causal": _("Causal"),
        "padding": _("Padding"),
        "cross": _("Cross"),
    }
    offered, named = list(names), address.get("mask")
    first = next((mask for mask in offered if mask == named), offered[1])
    chosen = st.segmented_control(
        _("Mask"),
        offered,
        default=first,
        format_func=lambda mask: names[mask],
        required=True,
        key=f"masks_mask_{language()}",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put("mask", chosen)
    return chosen


def choose_masked_head(info: ModelInfo, places: tuple[DeltaGenerator, DeltaGenerator]) -> tuple[int, int]:
    """Offer layers and heads; return the 0-based ones chosen."""
    return choose_head(info, places, key="masks", usual=lambda: (0, 0), memory=_HEAD)


def choose_query(answer: MaskedAttention) -> int:
    """Offer the tokens of a text; return the place of the one whose row is told about."""
    key, named = f"{encoding_key(answer.encoding)}_{answer.mask}", address.number("query")
    counts = address_counts("masks_query", key)
    tokens = len(answer.encoding)
    chosen = st.selectbox(
        _("Token that looks"),
        range(tokens),
        index=named if counts and named is not None and named < tokens else usual_query(answer),
        format_func=lambda place: f"{answer.encoding.labels[place]} ({place})",
        key=f"masks_query_{key}",
        persist_state="session",
    )
    address.put("query", str(chosen))
    return chosen


def usual_query(answer: MaskedAttention) -> int:
    """Return the first longer word of the side that looks, or the first ordinary token of all."""
    places = range(answer.second or 0, len(answer.encoding))
    ordinary = [place for place in places if _ordinary(answer, place)]
    longer = (p for p in ordinary if len(answer.encoding.surfaces[p]) >= FEWEST_LETTERS)
    return next(longer, ordinary[0] if ordinary else 0)


def last_word(encoding: Encoding) -> tuple[int, int] | None:
    """Return the characters (start, end) of the first text's last word with three letters or more."""
    for place in reversed(range(len(encoding))):
        if encoding.sequence_ids[place] != 0:
            continue
        same = (encoding.sequence_ids == 0) & (encoding.word_ids == encoding.word_ids[place])
        start, end = int(encoding.spans[same, 0].min()), int(encoding.spans[same, 1].max())
        if end - start >= FEWEST_LETTERS - 1 and encoding.text[start:end].isalpha():
            return start, end
    return None


def _ordinary(answer: MaskedAttention, place: int) -> bool:
    return not answer.encoding.special[place] and answer.encoding.surfaces[place].isalnum()
