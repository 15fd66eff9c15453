"""What a class is told of the view that a lecturer has open: its texts, and what could be asked about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import streamlit as st

from bertviz_core.server.classes.bodies import LONGEST_ABOUT, MOST_OPTIONS
from bertviz_core.server.classes.questions import LONGEST_CHOICE
from bertviz_core.ui.run_parameters import MARKED_PARAMETER, RUN_PARAMETER

Kind = Literal["word", "next", "head", "sense"]

STANDING = "class_standing"
"""Session key of the class of this tab and whether it leads, as the browser told; None without one."""

_TEXTS, _HIDDEN, _OFFER = "class_texts", "class_hidden", "class_offer"
_OF_RUNS = (RUN_PARAMETER, MARKED_PARAMETER)


@dataclass(frozen=True, slots=True)
class Standing:
    """A class that this tab is in."""

    code: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A question that could be put to the class about what is shown."""

    kind: Kind
    about: str
    options: tuple[str, ...] = ()
    model: tuple[tuple[str, float], ...] = ()


def standing() -> Standing | None:
    """Return the class of this tab."""
    found: Standing | None = st.session_state.get(STANDING)
    return found


def leads_class() -> bool:
    """Tell whether this tab leads a class: only then is anything noted of its views."""
    now = standing()
    return now is not None and now.leads


def forget_view() -> None:
    """Forget what was noted of the view of the run before."""
    for key in (_TEXTS, _HIDDEN, _OFFER):
        st.session_state.pop(key, None)


def note_texts(texts: dict[str, str], of_runs: Collection[str]) -> None:
    """Note what the link of a view carries, and what of the address it does not hand over."""
    if leads_class():
        st.session_state[_TEXTS] = {name: text for name, text in texts.items() if text}
        st.session_state[_HIDDEN] = [name for name in _OF_RUNS if name not in of_runs]


def offer_question(
    kind: Kind,
    about: str,
    *,
    options: Sequence[str] = (),
    model: Sequence[tuple[str, float]] = (),
) -> None:
    """Note what could be asked about the view.

    Args:
        kind: A word for a blank, whether B follows A, a head, or a sense.
        about: The sentence.
        options: What there is to choose; without any everybody writes a word.
        model: What the model says, with its probabilities, the most probable first.
    """
    if leads_class():
        kept = tuple((label[:LONGEST_CHOICE], min(1.0, max(0.0, float(value)))) for label, value in model)
        st.session_state[_OFFER] = Offer(
            kind,
            about[:LONGEST_ABOUT],
            tuple(option[:LONGEST_CHOICE] for option in options[:MOST_OPTIONS]),
            tuple(row for row in kept if row[0])[:MOST_OPTIONS],
        )


def noted() -> dict[str, Any]:
    """Return what was noted, as the browser is told it."""
    state = st.session_state
    offer: Offer | None = state.get(_OFFER)
    return {
        "texts": state.get(_TEXTS, {}),
        "hidden": state.get(_HIDDEN, list(_OF_RUNS)),
        "offer": None if offer is None else asdict(offer),
    }
