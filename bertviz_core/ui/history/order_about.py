"""What the two LSTMs are: how they were learned, what was measured, and their card."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.models.recurrent_lm import EVALUATION, FOLDER, recurrent_card
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.written_numbers import percent


@cache
def measured() -> dict[str, Any]:
    """Return how the model was learned, and its scores."""
    known: dict[str, Any] = json.loads((FOLDER / EVALUATION).read_text(encoding="utf-8"))
    return known


AWAY = (4, 8, 16)
"""Distances in words of which medians are told."""


def draw_general() -> None:
    """Say what was measured on many sentences: one of them may be an exception."""
    reach = measured()["reach"][language()]
    st.markdown(
        _(
            "**Measured on {sentences} held-out sentences** (medians): the influence on the word {near}, "
            "{far} and {farthest} words away is {lstm} of that on the nearest in the LSTM, where it goes on "
            "falling, and {model} in BERT mini, where it levels off.",
            sentences=number(reach["sentences"]),
            near=AWAY[0],
            far=AWAY[1],
            farthest=AWAY[2],
            lstm=_shares(reach["lstm"]),
            model=_shares(reach["model"]),
        )
    )


def _shares(medians: list[float]) -> str:
    return ", ".join(percent(medians[away - 1], 0) for away in AWAY)


def draw_about() -> None:
    """Say in one line what the LSTMs are, with their scores and their card to unfold."""
    known = measured()
    scores: dict[str, dict[str, float]] = known["scores"]
    own = scores[language()]
    st.caption(
        _(
            "Two LSTMs made for this app, {numbers} numbers in all, trained for {minutes} minutes on one "
            "core. Perplexity on held-out text: {right} (left to right) and {left} (right to left); a model "
            "that only counts pieces has {unigram}.",
            numbers=number(known["parameters"]),
            minutes=number(round(known["seconds"] / 60)),
            right=number(own["rightwards"], places=0),
            left=number(own["leftwards"], places=0),
            unigram=number(own["unigram"], places=0),
        )
    )
    opened = st.expander(
        _("Card of the LSTMs"), icon=":material/description:", on_change="rerun", key="recurrent_card"
    )
    if opened.open:
        opened.dataframe(
            {
                _("Language"): [LANGUAGES[code] for code in scores],
                _("Counting pieces"): [number(one["unigram"], places=0) for one in scores.values()],
                _("Left to right"): [number(one["rightwards"], places=0) for one in scores.values()],
                _("Right to left"): [number(one["leftwards"], places=0) for one in scores.values()],
            },
            hide_index=True,
        )
        opened.markdown(recurrent_card(language()))
