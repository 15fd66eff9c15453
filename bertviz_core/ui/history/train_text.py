"""The text from which vectors are learned: a written one, or one's own."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

import streamlit as st

from bertviz_core.analysis.history.train import MOST_CHARACTERS, MOST_WORDS, read_lesson
from bertviz_core.results import LessonText
from bertviz_core.samples.word_vectors import written_lesson
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.text_key import text_key

TEXT_CHOICE = "own"
"""1 in the address where the text is one's own."""

TEXT_PARAMETER, TRAINED_PARAMETER = "text", "trained"
"""The second is 1 in the address of what was learned: who opens it sees it learned."""

PASTED = 10
"""So many times too long a text may be typed: a longer one the browser refuses without a word."""

_CHOICE, _OWN = "train_text_choice", "train_own_text"
WRITTEN, OWN = "written", "own"


@dataclass(frozen=True, slots=True)
class AskedLesson:
    """A text that was chosen."""

    lesson: LessonText
    key: Hashable
    """Names it in caches."""
    own: str
    """What the visitor wrote; empty for the written text."""
    language: str
    """Of the written text."""


def ask_lesson() -> AskedLesson:
    """Offer the written text and a field for one's own; return what is learned from.

    Raises:
        InputError: One's own text is too short or too long.
    """
    state = st.session_state
    if TEXT_PARAMETER in address:
        state[_OWN], state[_CHOICE] = address.pop(TEXT_PARAMETER, "")[: 2 * MOST_CHARACTERS], OWN
    if _CHOICE not in state:
        named = address.get(TEXT_CHOICE) == "1"
        state[_CHOICE] = OWN if named and state.get(_OWN) else WRITTEN
        if named and state[_CHOICE] == WRITTEN:
            st.toast(_("A text of your own is not kept after the visit. Here is the written one."))
            address.put(TEXT_CHOICE, "", usual="", told=True)
            address.pop(TRAINED_PARAMETER, None)
    with st.popover(_("Text"), icon=":material/article:", width="stretch"):
        names = {WRITTEN: _("The written text"), OWN: _("A text of your own")}
        chosen = st.radio(
            _("Learn from"), list(names), format_func=names.__getitem__, key=_CHOICE, persist_state="session"
        )
        if chosen == OWN:
            st.text_area(
                _("Your text: sentences with the same words again and again"),
                key=_OWN,
                height=260,
                max_chars=PASTED * MOST_CHARACTERS,
                persist_state="session",
            )
            st.caption(
                _(
                    "At most {most} words. It is not kept: it stays in this visit.",
                    most=number(MOST_WORDS),
                )
            )
        else:
            st.caption(
                _(
                    "Written for this page: short sentences about people, food, animals, places and days, in "
                    "which like words stand in like company."
                )
            )
            st.text(written_lesson(language())[0])
    own = (state.get(_OWN) or "") if chosen == OWN else ""
    address.put(TEXT_CHOICE, "1" if own.strip() else "", usual="")
    if not own.strip():
        return AskedLesson(_written(language()), ("written", language()), "", language())
    return AskedLesson(read_lesson(own), ("own", text_key(own)), own, language())


@cache
def _written(code: str) -> LessonText:
    return read_lesson(*written_lesson(code))
