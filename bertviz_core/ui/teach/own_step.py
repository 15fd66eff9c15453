"""The step of one's own tour that is open: its texts, its question, its place among the others."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from bertviz_core.tours import Question, Tour, TourStep, in_language
from bertviz_core.tours.read import MOST_SECONDS, NOTES_LETTERS, TEXT_LETTERS, TITLE_LETTERS
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.own_tour import DRAFT_STEP, draft, keep_draft, reworded

_FIELDS = ("title", "text", "question", "answer", "notes", "seconds")


def draw_title(tour: Tour) -> None:
    """Draw the name of the tour, which can be changed."""
    st.text_input(
        _("Name of the tour"),
        value=in_language(tour.title, language()),
        max_chars=TITLE_LETTERS,
        key="own_tour_title",
        on_change=_rename,
    )


def draw_step(tour: Tour) -> None:
    """Draw which step is open, and what can be changed of it."""
    names = [f"{place + 1}  {in_language(step.title, language())}" for place, step in enumerate(tour.steps)]
    state = st.session_state
    place = min(max(int(state.get(DRAFT_STEP, 0)), 0), len(names) - 1)
    state[DRAFT_STEP] = place
    which, up, down, away = st.columns([8, 2, 2, 2], vertical_alignment="bottom")
    with which:
        st.selectbox(
            _("Step"),
            range(len(names)),
            format_func=names.__getitem__,
            key=DRAFT_STEP,
            on_change=_forget_fields,
        )
    for column, name, icon, to in (
        (up, _("Earlier"), "arrow_upward", place - 1),
        (down, _("Later"), "arrow_downward", place + 1),
    ):
        column.button(
            name,
            key=f"own_step_to_{icon}",
            icon=f":material/{icon}:",
            disabled=not 0 <= to < len(names),
            on_click=_move,
            args=(place, to),
            width="stretch",
        )
    away.button(
        _("Delete"),
        key="own_step_delete",
        icon=":material/delete:",
        on_click=_delete,
        args=(place,),
        width="stretch",
    )
    _draw_fields(tour.steps[place], place)


def _draw_fields(step: TourStep, place: int) -> None:
    said, asked = st.columns(2)
    question = step.question
    values = {
        "title": in_language(step.title, language()),
        "text": in_language(step.text, language()),
        "question": in_language(question.text, language()) if question else "",
        "answer": in_language(question.answer, language()) if question else "",
        "notes": in_language(step.notes, language()),
        "seconds": step.seconds,
    }
    for name, value in values.items():
        st.session_state.setdefault(_key(name), value)
    change = partial(_change, place)
    with said:
        st.text_input(_("Title"), max_chars=TITLE_LETTERS, key=_key("title"), on_change=change)
        st.text_area(
            _("What is said, two or three sentences"),
            max_chars=TEXT_LETTERS,
            key=_key("text"),
            on_change=change,
        )
        st.text_area(_("Notes for yourself"), max_chars=NOTES_LETTERS, key=_key("notes"), on_change=change)
    with asked:
        st.text_input(_("Question"), max_chars=TEXT_LETTERS, key=_key("question"), on_change=change)
        st.text_area(
            _("Its answer, shown after a guess"), max_chars=TEXT_LETTERS, key=_key("answer"), on_change=change
        )
        st.number_input(_("Seconds"), 0, MOST_SECONDS, step=15, key=_key("seconds"), on_change=change)
        st.caption(_("Its view:"))
        st.code(in_language(step.view, language()), language=None, wrap_lines=True)


def _key(name: str) -> str:
    return f"own_step_{name}"


def _forget_fields() -> None:
    """Let the fields begin with what the step that is opened has."""
    for name in _FIELDS:
        st.session_state.pop(_key(name), None)


def _rename() -> None:
    tour, title = draft(), st.session_state.get("own_tour_title", "").strip()
    if tour and title:
        keep_draft(replace(tour, title=reworded(tour.title, language(), title)))


def _change(place: int) -> None:
    """Take what was written over into the step."""
    tour = draft()
    if tour is None or place >= len(tour.steps):
        return
    step, said = tour.steps[place], language()
    texts = {name: str(st.session_state.get(_key(name), "")).strip() for name in _FIELDS if name != "seconds"}
    question = None
    if texts["question"] and texts["answer"]:
        before = step.question or Question(text={}, answer={})
        question = replace(
            before,
            text=reworded(before.text, said, texts["question"]),
            answer=reworded(before.answer, said, texts["answer"]),
        )
    changed = replace(
        step,
        title=reworded(step.title, said, texts["title"]) or step.title,
        text=reworded(step.text, said, texts["text"]),
        question=question,
        notes=reworded(step.notes, said, texts["notes"]) or None,
        seconds=int(st.session_state.get(_key("seconds"), 0) or 0),
    )
    keep_draft(replace(tour, steps=(*tour.steps[:place], changed, *tour.steps[place + 1 :])))


def _move(place: int, to: int) -> None:
    tour = draft()
    if tour is None or not (0 <= place < len(tour.steps) and 0 <= to < len(tour.steps)):
        return
    steps = list(tour.steps)
    steps.insert(to, steps.pop(place))
    keep_draft(replace(tour, steps=tuple(steps)))
    st.session_state[DRAFT_STEP] = to


def _delete(place: int) -> None:
    tour = draft()
    if tour is None or place >= len(tour.steps):
        return
    keep_draft(replace(tour, steps=tour.steps[:place] + tour.steps[place + 1 :]))
    st.session_state[DRAFT_STEP] = max(0, place - 1)
    _forget_fields()
