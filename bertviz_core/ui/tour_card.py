"""The card of the tour that is on, beside every page."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from bertviz_core.components.tour_card import SELECTORS, tour_card
from bertviz_core.tours import TourStep, in_language
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.tour_state import TourOn, end_tour, go_to_step, keep_tour_in_address, tour_on
from bertviz_core.ui.views import VIEW_PARAMETER

_KEY = "tour_card"
_ANSWERED, _SHOWN, _NOTES = "tour_answered", "tour_shown", "tour_notes"

ROOM_STYLE = """<style>
:root[data-tour] [data-testid=stMainBlockContainer] {padding-bottom: 24rem}
</style>"""
"""Room to scroll to what the card lies over."""


def draw_tour_card() -> None:
    """Show the card where a tour is on, and take it away where one was; where the page shows nothing."""
    keep_tour_in_address()
    on = tour_on()
    state = st.session_state
    if on is None:
        state.pop(_NOTES, None)
        if state.get(_SHOWN):
            tour_card({"tour": None}, on_ask=_answer, key=_KEY)
        return
    state[_SHOWN] = True
    st.html(ROOM_STYLE)
    tour_card(_data(on), on_ask=_answer, key=_KEY)


def _answer() -> None:
    """Do what the browser asks for."""
    ask = st.session_state.get(_KEY, {}).get("ask")
    if not isinstance(ask, dict):
        return
    match ask:
        case {"do": "go", "step": int(step), "number": int(number)}:
            st.session_state[_ANSWERED] = number
            go_to_step(step)
        case {"do": "end"}:
            end_tour()
        case {"do": "notes"}:
            st.session_state[_NOTES] = True


def _data(on: TourOn) -> dict[str, Any]:
    in_words, steps = language(), on.tour.steps
    with_notes = st.session_state.get(_NOTES)
    return {
        "tour": on.name,
        "id": f"{on.name} {in_words} {hash(on.tour)}",
        "title": in_language(on.tour.title, in_words),
        "language": in_words,
        "step": on.step,
        "answered": st.session_state.get(_ANSWERED, 0),
        "steps": [_step(step, in_words) for step in steps],
        "notes": [in_language(step.notes, in_words) for step in steps] if with_notes else None,
        "words": _words(),
    }


def _step(step: TourStep, in_words: str) -> dict[str, Any]:
    view = urlsplit(in_language(step.view, in_words))
    task, question = step.task, step.question
    done = task.done_when if task else None
    return {
        "title": in_language(step.title, in_words),
        "text": in_language(step.text, in_words),
        "page": view.path,
        "view": dict(parse_qsl(view.query)).get(VIEW_PARAMETER, ""),
        "highlight": SELECTORS.get(step.highlight),
        "seconds": step.seconds,
        "task": task
        and {
            "text": in_language(task.text, in_words),
            "done": done
            and {
                "kind": done.kind,
                "name": done.name,
                "value": done.value,
                "selector": SELECTORS.get(done.name) if done.kind == "clicked" else None,
            },
        },
        "question": question
        and {
            "text": in_language(question.text, in_words),
            "answer": in_language(question.answer, in_words),
            "options": [in_language(option, in_words) for option in question.options],
            "right": question.right,
        },
    }


def _words() -> dict[str, Any]:
    return {
        "fold": _("Fold the card"),
        "unfold": _("Unfold the card"),
        "close": _("End the tour"),
        "again": _("Back to this step"),
        "anew": _("This step anew"),
        "jump": _("Go to a step"),
        "back": _("Previous step"),
        "next": _("Next step"),
        "help": _("Keys"),
        "keys": _("Keys while a tour is on"),
        "closeHelp": _("Close"),
        "said": _("Step {step} of {steps}: {title}"),
        "jumpTo": _("Go to step, 1 to {steps}:", steps="{steps}"),
        "done": _("Done"),
        "task": _("To do"),
        "guess": _("Your guess"),
        "reveal": _("See the answer"),
        "blocked": _("The browser did not open the second window: allow it to."),
        "help_lines": [
            ["→ Space PageDown N", _("Next step")],
            ["← PageUp P", _("Previous step")],
            ["F", _("Full screen")],
            ["V", _("Chart and answer alone, larger")],
            ["B .", _("Black screen; any key brings the picture back")],
            ["O", _("All steps")],
            ["G", _("Go to a step: its number, then Enter")],
            ["L", _("The mouse as a spot of light; or hold its button down")],
            ["S", _("Second window: next step, notes, clock")],
            ["?", _("This list; Escape closes it")],
            ["", _("Where a row of choices has the focus, the arrows move in it.")],
        ],
        "window": {
            "next": _("Next"),
            "last": _("This is the last step."),
            "reset": _("Time so far; a click begins anew"),
            "late": _("Late"),
            "onTime": _("On time"),
        },
    }
