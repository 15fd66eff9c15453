"""Which tour is on, and at which step: in the session, and in the address of every page.

So a reload, a link and a lecturer's address lead to the step. Views have a parameter `step` of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.tours import READY, Tour, in_language, ready_tour
from bertviz_core.ui.address import address, page_of_address
from bertviz_core.ui.arrivals import Arrival, ask_to_arrive, read_address
from bertviz_core.ui.i18n import language
from bertviz_core.ui.models import MODEL_KEY
from bertviz_core.ui.offered_models import offered_models
from bertviz_core.ui.packed_tour import packed_tour, tour_of_packed

TOUR_PARAMETER, STEP_PARAMETER, PACKED_PARAMETER = "tour", "tour_step", "own_tour"
"""Parameters of every page's address while a tour is on; the last holds a tour that is none of the app's."""

OWN = "own"
"""Name in the address of a tour that came from a file, a link, or was made in this visit."""

_NAME, _STEP, _PLAYED, _ENDED = "tour_name", "tour_number", "tour_played", "tour_ended"
_REACHED = "tour_reached"


@dataclass(frozen=True, slots=True)
class TourOn:
    """A tour, and where its visitor is."""

    name: str
    tour: Tour
    step: int
    """From 1."""


def tour_on() -> TourOn | None:
    """Return the tour that is on."""
    state = st.session_state
    tour = tour_of(state.get(_NAME, ""))
    if tour is None:
        return None
    return TourOn(state[_NAME], tour, min(max(state.get(_STEP, 1), 1), len(tour.steps)))


def tour_of(name: str) -> Tour | None:
    """Return the tour of a name in an address, if there is one."""
    if name == OWN:
        played: Tour | None = st.session_state.get(_PLAYED)
        return played
    return ready_tour(name) if name in READY else None


def reached(name: str) -> int:
    """Return the step at which this visit left a tour; 0 where it was not begun."""
    return int(st.session_state.get(_REACHED, {}).get(name, 0))


def settle_tour() -> None:
    """Let the tour be the one that the address names; at the beginning of a run."""
    state = st.session_state
    if state.pop(_ENDED, False):
        for name in (TOUR_PARAMETER, STEP_PARAMETER, PACKED_PARAMETER):
            address.pop(name, None)
    elif named := address.get(TOUR_PARAMETER):
        if named == OWN and (packed := address.get(PACKED_PARAMETER)):
            _take_packed(packed)
        if tour_of(named) is None:
            address.fell_back(TOUR_PARAMETER, "")
            del address[TOUR_PARAMETER]
        else:
            new = state.get(_NAME) != named
            state[_NAME], state[_STEP] = named, address.number(STEP_PARAMETER) or 1
            if new:
                _complete()


def _complete() -> None:
    """Open the view of the step where a reload or a link names the step alone: texts leave the address."""
    on = tour_on()
    if on is None:
        return
    arrival = read_address(in_language(on.tour.steps[on.step - 1].view, language()))
    if arrival.page == page_of_address():
        for name, value in arrival.parameters.items():
            address.setdefault(name, value)


def keep_tour_in_address() -> None:
    """Name the tour and its step in the address of the page."""
    if (on := tour_on()) is None:
        return
    address.put(TOUR_PARAMETER, on.name)
    address.put(STEP_PARAMETER, str(on.step))
    if on.name == OWN and (packed := packed_tour(on.tour)):
        address.put(PACKED_PARAMETER, packed, told=True)
    st.session_state.setdefault(_REACHED, {})[on.name] = on.step


def begin_tour(name: str, step: int = 1) -> None:
    """Go to a step of a tour; as the callback of a widget."""
    state = st.session_state
    if (tour := tour_of(name)) is None:
        return
    state[_NAME], state[_STEP] = name, min(max(step, 1), len(tour.steps))
    go_to_step(state[_STEP])


def play(tour: Tour) -> None:
    """Walk a tour that is none of the app's from its first step; as the callback of a widget."""
    st.session_state[_PLAYED] = tour
    begin_tour(OWN)


def end_tour() -> None:
    """Leave the tour; as the callback of a widget."""
    st.session_state.pop(_NAME, None)
    st.session_state[_ENDED] = True


def go_to_step(step: int) -> None:
    """Go to a step of the tour that is on, from 1; as the callback of a widget."""
    on = tour_on()
    if on is None or not 1 <= step <= len(on.tour.steps):
        return
    try:
        arrival = read_address(in_language(on.tour.steps[step - 1].view, language()))
    except InputError:
        return  # its page is not there any more; the card says where one is
    st.session_state[_STEP] = step
    parameters = arrival.parameters | {TOUR_PARAMETER: on.name, STEP_PARAMETER: str(step)}
    if model := _model(on.tour.model, parameters.pop(MODEL_KEY, "")):
        parameters[MODEL_KEY] = model
    if on.name == OWN and (packed := packed_tour(on.tour)):
        parameters[PACKED_PARAMETER] = packed
    ask_to_arrive(Arrival(arrival.page, parameters))


def _model(of_tour: str, of_step: str) -> str:
    """Return the model of a step; the one that is open where the tour and the step name none that is here."""
    offered = offered_models()
    wanted = (of_tour, of_step, str(st.session_state.get(MODEL_KEY, "")))
    return next((model for model in wanted if model in offered), "")


def _take_packed(packed: str) -> None:
    """Read a tour that came with the address, unless it is the one that is on."""
    played: Tour | None = st.session_state.get(_PLAYED)
    if played is not None and packed_tour(played) == packed:
        return
    tour = tour_of_packed(packed)
    if tour is not None:
        st.session_state[_PLAYED] = tour
