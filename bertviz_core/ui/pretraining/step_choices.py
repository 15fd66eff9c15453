"""How steps are taken and what is looked at: chosen by the visitor, named in the address."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.pretraining.step import MOST_STEPS
from bertviz_core.results import PretrainingLoss
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.text_key import encoding_key, text_key
from bertviz_core.ui.written_numbers import rate_text

LEARNING_RATES = ("1e-6", "3e-6", "1e-5", "3e-5", "1e-4", "3e-4", "1e-3", "3e-3", "1e-2")
USUAL_STEPS, USUAL_RATE = 5, "3e-5"


def choose_steps() -> int:
    """Ask how many steps are taken."""
    named = address.number("steps")
    steps: int = st.slider(
        _("Steps"),
        1,
        MOST_STEPS,
        value=named if named in range(1, MOST_STEPS + 1) else USUAL_STEPS,
        key="pretraining_steps",
        persist_state="session",
    )
    address.put("steps", str(steps), usual=str(USUAL_STEPS))
    return steps


def choose_learning_rate() -> float:
    """Ask how large they are."""
    named = address.get("learning_rate")
    rate = st.select_slider(
        _("Learning rate"),
        LEARNING_RATES,
        value=named if named in LEARNING_RATES else USUAL_RATE,
        format_func=lambda rate: rate_text(float(rate)),
        key=f"pretraining_learning_rate_{language()}",  # the browser names a choice by its label
        persist_state="session",
    )
    address.put("learning_rate", rate, usual=USUAL_RATE)
    return float(rate)


def choose_blank(loss: PretrainingLoss) -> int:
    """Ask which of the drawn tokens is looked at, at first the dearest; return its number among them."""
    named, batch = address.number("blank"), loss.batch
    places = list(batch.drawn)
    dearest = max(loss.tokens, key=lambda token: token.loss).index
    place = st.selectbox(
        _("Token to look at"),
        places,
        index=places.index(named if named in places else dearest),
        format_func=lambda place: f"{batch.encoding.labels[place]} ({place})",
        key=f"pretraining_blank_{text_key(encoding_key(batch.encoding), str(places))}",
        persist_state="session",
    )
    address.put("blank", str(place), usual=str(dearest))
    return places.index(place)
