"""What the static vectors are: where they come from, what was measured, and their card."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import streamlit as st

from bertviz_core.models.static_vectors import EVALUATION, FOLDER, static_card
from bertviz_core.results import StaticVectors
from bertviz_core.ui.i18n import _, language, number


@cache
def measured(code: str) -> dict[str, Any]:
    """Return what is known of the vectors of a language: how they were learned, and their scores."""
    known: dict[str, dict[str, Any]] = json.loads((FOLDER / EVALUATION).read_text(encoding="utf-8"))
    return known[code]


def draw_about(vectors: StaticVectors) -> None:
    """Say in one line what the vectors are, with their card to unfold."""
    known = measured(vectors.language)
    scores = known["scores"]
    st.caption(
        _(
            "Made for this app from {corpus} million words by counting (mutual information and SVD, Levy, "
            "Goldberg & Dagan, 2015): {words} words, {dimensions} dimensions; {right} of {all} written "
            "analogies right.",
            corpus=number(known["corpus_words"] / 1e6, places=1),
            words=number(len(vectors)),
            dimensions=vectors.dimensions,
            right=number(sum(scores["right"].values())),
            all=number(sum(scores["questions"].values())),
        )
    )
    opened = st.expander(
        _("Card of these vectors"), icon=":material/description:", on_change="rerun", key="static_card"
    )
    if opened.open:
        opened.markdown(static_card(language()))
