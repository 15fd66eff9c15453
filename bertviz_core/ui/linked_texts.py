"""Texts that came with a link: filled in, and kept in the address for as long as they are unchanged."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _
from bertviz_core.ui.visit_sentence import begin_field

BROUGHT = "brought_texts"
STAND_IN = "stand_in_text"


def prefill_linked(keys: dict[str, str], example: str) -> None:
    """Give text fields their first values: from the link that brought the visitor, or as every visit begins.

    Without a link the sentence of the visit comes first, then the example. What the visitor typed never
    enters the address by itself. What a link brought stays there, so that a reload shows the same, until
    the visitor changes any of it.

    Args:
        keys: Session keys of the fields by their parameter in the address; the first gets the example.
        example: Text to begin with.
    """
    state = st.session_state
    brought = {name: address[name] for name in keys if name in address}
    if brought and brought != state.get(BROUGHT):
        state[BROUGHT] = brought
        state.update({key: brought.get(name, "") for name, key in keys.items()})
    first = next(iter(keys.values()))
    if first not in state:
        state[STAND_IN] = example if "head" in address else None
    if not brought:
        begin_field(first, example)
    kept = state.get(BROUGHT, {})
    if any(state.get(key, "") != kept.get(name, "") for name, key in keys.items()):
        kept = {}
    for name in keys:
        if name in kept:
            address[name] = kept[name]
        elif name in address:
            del address[name]


def stand_in_note(text: str) -> str | None:
    """Say that an example stands in for the sentence which an address with a head does not name."""
    if text != st.session_state.get(STAND_IN):
        return None
    return _(
        "This address names a layer and a head but no sentence, so an example is shown. "
        "“Link” makes an address that keeps the sentence."
    )
