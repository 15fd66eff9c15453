"""The tour that a visitor makes of the views that they were on; it lasts as long as their visit."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bertviz_core.errors import BertScopeError, InputError
from bertviz_core.tours import MOST_STEPS, Tour, TourStep, Words, read_tour, tour_yaml
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_files import page_names

_DRAFT, _TOLD = "tour_draft", "tour_draft_told"
DRAFT_STEP = "tour_draft_step"
"""Session key of the number of the step that is open on the page, from 0."""


def draft() -> Tour | None:
    """Return the tour of this visit; None where it has no step."""
    tour: Tour | None = st.session_state.get(_DRAFT)
    return tour


def keep_draft(tour: Tour | None) -> None:
    """Let this be the tour of the visit."""
    st.session_state[_DRAFT] = tour if tour and tour.steps else None


def load_draft(data: str | bytes) -> Tour:
    """Let the tour of a file be the one of the visit.

    Raises:
        InputError: The file cannot be read.
    """
    tour = read_tour(data, pages=page_names())
    keep_draft(tour)
    st.session_state[DRAFT_STEP] = 0
    return tour


def offer_to_add(title: str, address: str) -> None:
    """Offer to make this view a step of the own tour.

    Args:
        title: What the step is called at first.
        address: Of the view.
    """
    st.button(
        _("Add to my tour"),
        key="add_to_tour",
        icon=":material/playlist_add:",
        on_click=_add,
        args=(title, address),
    )
    told = st.session_state.pop(_TOLD, None)
    if isinstance(told, BertScopeError):
        show_error(told)
    elif told:
        st.caption(_("It is step {step} of your tour, on the page Teach.", step=number(told)))


def _add(title: str, address: str) -> None:
    try:
        st.session_state[_TOLD] = add_view(title, address)
    except InputError as error:
        st.session_state[_TOLD] = error


def add_view(title: str, address: str) -> int:
    """Make a view the last step of the own tour.

    Returns:
        Its number, from 1.

    Raises:
        InputError: The tour is full, or the address too long for a step.
    """
    tour = draft() or Tour(title={"": _("My tour")}, about={}, steps=())
    if len(tour.steps) >= MOST_STEPS:
        raise InputError("A tour has {most} steps at most.", most=MOST_STEPS)
    step = TourStep(title={"": title}, text={}, view={"": address}, seconds=60)
    keep_draft(replace(tour, steps=(*tour.steps, _as_read(step))))
    st.session_state[DRAFT_STEP] = len(tour.steps)
    return len(tour.steps) + 1


def _as_read(step: TourStep) -> TourStep:
    """Return a step as a file with it would be read."""
    written = tour_yaml(Tour(title={"": "-"}, about={}, steps=(step,)))
    return read_tour(written, pages=page_names()).steps[0]


def reworded(words: Words | None, language: str, text: str) -> dict[str, str]:
    """Return a text with another wording in one language; the only wording where it has no languages."""
    if not words or "" in words:
        return {"": text} if text else {}
    rest = {name: said for name, said in words.items() if name != language}
    return rest | ({language: text} if text else {})
