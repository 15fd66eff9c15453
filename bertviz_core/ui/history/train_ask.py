"""Questions to vectors that were just learned: a word, or a sum of words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.analysis.history.train import nearest_learned
from bertviz_core.errors import BertScopeError, InputError
from bertviz_core.results import LiveVectors
from bertviz_core.samples.word_vectors import LESSON_SUMS
from bertviz_core.ui.history.train_text import AskedLesson
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.text import literal

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

ASK_PARAMETER = "ask"
MOST_TERMS = 6
_ASKED, _ABOUT = "train_asked", "train_asked_about"
_TERM = re.compile(r"([+\-−–]?)\s*([^\s+\-−–]+)")


def first_question(asked: AskedLesson) -> str:
    """Return a question that makes sense for a text."""
    if not asked.own:
        return LESSON_SUMS[asked.language]
    longer = [word for word in asked.lesson.vocabulary if len(word) > 3]
    return (longer or list(asked.lesson.vocabulary))[0]


def draw_asked(live: LiveVectors, title_place: DeltaGenerator, first: str) -> str:
    """Ask for a word or a sum, and say in the title which words are nearest; return what was asked."""
    state = st.session_state
    if state.get(_ABOUT) not in (None, live.vocabulary):
        state.pop(_ASKED, None)
    state[_ABOUT] = live.vocabulary
    prefill(_ASKED, ASK_PARAMETER, first)
    typed = (
        st.text_input(
            _("A word of the text, or a sum of words"), key=_ASKED, max_chars=120, persist_state="session"
        )
        or ""
    )
    try:
        plus, minus = read_sum(typed)
        near = nearest_learned(live, plus, minus)
    except BertScopeError as error:
        title_place.subheader(_("What lies near which word?"), anchor=False)
        show_error(error)
        return typed
    if not near:
        return typed
    others = ", ".join(f"{literal(word)} ({number(cosine, places=2)})" for word, cosine in near[1:])
    title_place.subheader(
        _(
            "{question} → **{answer}** ({cosine}), then {others}",
            question=literal(sum_text(plus, minus)),
            answer=literal(near[0][0]),
            cosine=number(near[0][1], places=2),
            others=others,
        )
        if others
        else f"{literal(sum_text(plus, minus))} → **{literal(near[0][0])}**",
        anchor=False,
    )
    return typed


def read_sum(text: str) -> tuple[list[str], list[str]]:
    """Return the words that are added and those that are taken away.

    Raises:
        InputError: There is none, or there are too many.
    """
    plus: list[str] = []
    minus: list[str] = []
    for sign, word in _TERM.findall(text.lower()):
        (minus if sign and sign != "+" else plus).append(word)
    if not plus or len(plus) + len(minus) > MOST_TERMS:
        raise InputError(
            "Write a word of the text, or a sum of up to {most} words with + and −.", most=MOST_TERMS
        )
    return plus, minus


def sum_text(plus: list[str], minus: list[str]) -> str:
    """Write a sum as people do."""
    first, *others = plus
    return " ".join([first, *(f"− {word}" for word in minus), *(f"+ {word}" for word in others)])
