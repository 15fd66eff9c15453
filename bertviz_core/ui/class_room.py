"""This visit in a class, on every page: what the browser is told, and where it is taken."""

from __future__ import annotations

import json
import uuid
from functools import cache
from typing import Any

import streamlit as st

from bertviz_core.components.class_room import class_room
from bertviz_core.errors import InputError
from bertviz_core.server.classes.codes import read_code
from bertviz_core.server.classes.leading import NO_ANSWER, NO_VOTE, NOT_INVITED, NOT_NOW, NOT_YOURS
from bertviz_core.server.classes.requests import TOO_OFTEN
from bertviz_core.server.classes.routes import NO_COOKIE, OFTEN_STARTED
from bertviz_core.server.classes.store import AWAY, FULL, GONE
from bertviz_core.ui.address import address
from bertviz_core.ui.arrivals import ask_to_arrive, read_address
from bertviz_core.ui.class_view import STANDING, Standing, noted
from bertviz_core.ui.i18n import _, language

CLASS_PARAMETER = "class"
"""Of the address by which people join."""

_KEY, _WANTED = "class_room", "class_wanted"
_MOVING, _MOVED = "class_moving", "class_moved"
"""Session keys of where this run was asked to go, and where it goes."""

_REFUSALS = (
    *(NO_ANSWER, NO_VOTE, NOT_INVITED, NOT_NOW, NOT_YOURS),
    *(AWAY, NO_COOKIE, TOO_OFTEN, OFTEN_STARTED, FULL, GONE),
)


def want_class(what: str, code: str = "") -> None:
    """Have the browser start, join or leave a class, once.

    Args:
        what: `start`, `join` or `leave`.
        code: Of the class to join.
    """
    st.session_state[_WANTED] = {"id": uuid.uuid4().hex, "what": what, "code": code}


def settle_class() -> None:
    """Join the class that the address names, and take it out: a link of this visit is to name none.

    Of a run that was broken off, nobody is told that it went where the lecturer is.
    """
    st.session_state[_MOVED] = st.session_state.pop(_MOVING, {})
    if CLASS_PARAMETER in address:
        code = read_code(address[CLASS_PARAMETER])
        del address[CLASS_PARAMETER]
        if code is not None:
            want_class("join", code)


def draw_class_room() -> None:
    """Tell the browser what this run shows; where the page shows nothing."""
    data = noted() | {
        "wanted": st.session_state.get(_WANTED),
        "moved": st.session_state.pop(_MOVED, {}),
        "locale": language(),
        "sentences": _sentences(language()),
    }
    class_room(data, on_standing=_stand, on_move=_move, key=_KEY)


def _stand() -> None:
    told = _told("standing")
    code = read_code(str(told.get("code", "")))
    st.session_state[STANDING] = None if code is None else Standing(code, told.get("leads") is True)


def _move() -> None:
    told = _told("move")
    code, moved = read_code(str(told.get("code", ""))), told.get("moved")
    if code is None or not isinstance(moved, int):
        return
    st.session_state[_MOVING] = {"code": code, "moved": moved}
    try:
        ask_to_arrive(read_address(str(told.get("address", ""))))
    except InputError:
        return  # of a lecturer whose copy of the app is another one


def _told(name: str) -> dict[str, Any]:
    told = st.session_state.get(_KEY, {}).get(name)
    return told if isinstance(told, dict) else {}


@cache
def _sentences(_language: str) -> str:
    """Write once a language what never changes: Streamlit looks into each value of each run, for tables."""
    refusals = {sentence: _(sentence) for sentence in _REFUSALS}
    return json.dumps({"words": _words(), "refusals": refusals})


def _words() -> dict[str, Any]:
    return {
        "leading": _("You lead class {code} · {here} follow"),
        "following": _("Class {code} · you follow the lecturer"),
        "alone": _("Class {code} · you explore alone"),
        "away": _("Class {code} · the lecturer is away: explore on"),
        "lost": _("Class {code} · no connection; trying again"),
        "ended": _("The class has ended. The pages are yours."),
        "explore": _("Explore alone"),
        "come_back": _("Back to the lecturer"),
        "leave": _("Leave the class"),
        "typed": _("You were writing: {text}"),
        "copy": _("Copy what I wrote"),
        "copied": _("Copied."),
        "hold": _("Hold the class here"),
        "go_on": _("Take the class along"),
        "invite": _("Invite a co-lecturer"),
        "invitation": _("Send this; it can be used once, within ten minutes:"),
        "invitation_copied": _("Copied; it can be used once, within ten minutes:"),
        "end": _("End the class"),
        "ask": _("Ask the class"),
        "gone": _(GONE),
        "too_long": _("This view cannot be handed to the class: its text is too long."),
        "failed": _("That did not work. Try again."),
        "question": _("Question to the class"),
        "asked": {
            "word": _("Which word will the model put in the blank?"),
            "next": _("Does the second sentence follow the first?"),
            "head": _("Which head is it? Write layer.head, such as 3.5."),
            "sense": _("Which sense does the word have here?"),
        },
        "votes": _("{votes} answered"),
        "closed_hint": _("The vote is closed."),
        "vote_again_hint": _("Second vote: talk with your neighbours, then vote again."),
        "your_answer": _("Your answer: {answer}. You can change it until the vote is closed."),
        "your_word": _("Your word"),
        "send": _("Send"),
        "fold": _("Back to the page"),
        "to_question": _("To the question"),
        "steps": {
            "close": _("Close the vote"),
            "show": _("Show the answers"),
            "again": _("Vote again"),
            "explain": _("Show what the model says"),
        },
        "save_counts": _("Counts as CSV"),
        "dismiss": _("Take the question away"),
        "first_vote": _("First vote"),
        "second_vote": _("Second vote"),
        "the_class": _("The class"),
        "the_model": _("The model"),
        "few_votes": _("fewer than five votes are not shown"),
    }
