"""The sentence of a visit: what was typed on one page, with which the fields of the others begin.

A field that shows what the app put there, an example or the sentence, follows the sentence; one in which the
visitor wrote something else keeps it. The texts of a link always win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from bertviz_core.analysis.texts.input_text import has_blank
from bertviz_core.analysis.texts.sentences import split_sentences
from bertviz_core.errors import InputError
from bertviz_core.ui.i18n import language
from bertviz_core.ui.sent_texts import sent_text

ATTENTION, ATTENTION_PAIR = "attention_text", "attention_pair"
INSIDE, INSIDE_PAIR = "inside_text", "inside_pair"
MASKED = "masked_text"
NEXT, NEXT_SECOND = "next_first", "next_second"
PATH, PATH_SECOND = "path_first", "path_second"
PRETRAINING = "pretraining_text"
HISTORY = "history_text"
"""Session keys of the fields that share the sentence."""

HIDDEN_WORDS = "hidden_words"
"""Session key of the words last shown as chips and the numbers hidden among them; widgets forget theirs."""

HIDE_NEXT = "hidden_words_next"
"""Session key of the numbers of words to hide when chips are next drawn; empty: the last telling one."""

LEAST_IN_ORDER = 3
"""Words of a sentence whose reading in order can be followed."""

MOST_LETTERS = 2000
"""Longer texts stay on their page, and are not kept for a reload."""

_SECONDS = {
    ATTENTION: ATTENTION_PAIR,
    MASKED: "",
    NEXT: NEXT_SECOND,
    PATH: "",
    INSIDE: INSIDE_PAIR,
    PRETRAINING: "",
    HISTORY: "",
}
"""Fields, and those of the sentence that comes after it."""

VISIT_SENTENCE = "visit_sentence"
"""Session key of the sentence of the visit."""

_KNOWN, _PLACED = "visit_known_texts", "visit_placed_texts"
_ALONE = "visit_next_alone"
"""Session key: the first of two sentences was placed before the second had anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitSentence:
    """What a visitor works with."""

    text: str
    second: str = ""
    """The sentence after it, on pages that ask for one."""
    hidden: tuple[int, ...] = ()
    """Numbers of its words that are hidden on the page of masked words."""


def visit_sentence() -> VisitSentence | None:
    """Return the sentence of this visit."""
    sentence: VisitSentence | None = st.session_state.get(VISIT_SENTENCE)
    return sentence


def note_typed() -> bool:
    """Take what the visitor typed since the last time for the sentence; tell whether it changed."""
    if _KNOWN not in st.session_state:
        _take_sent_texts()
    before, known = visit_sentence(), _texts(_KNOWN)
    for field in _SECONDS:
        now = _shown(field)
        if now is None or known.get(field) == now:
            continue
        known[field] = now
        _texts(_PLACED).pop(field, None)
        if now[0].strip():
            st.session_state[VISIT_SENTENCE] = VisitSentence(text=now[0], second=now[1])
    sentence = visit_sentence()
    if sentence and st.session_state.get(MASKED) == sentence.text:
        st.session_state[VISIT_SENTENCE] = replace(sentence, hidden=hidden_in(sentence.text))
    return visit_sentence() != before


def hidden_in(text: str) -> tuple[int, ...]:
    """Return the numbers of the words that are hidden in a text; none where another text had chips last."""
    words, hidden = st.session_state.get(HIDDEN_WORDS, ((), ()))
    return tuple(hidden) if all(word in text for word in words) else ()


def begin_field(field: str, example: str, *, second: str = "") -> None:
    """Give a field its text, unless the visitor wrote one there: the sentence where it fits, or an example.

    Args:
        field: Session key of the field.
        example: Text to begin with.
        second: Goes with the example, into the field of the sentence after it.
    """
    shown, sentence = _shown(field), visit_sentence()
    if shown is not None and shown != _texts(_PLACED).get(field):
        return
    if sentence and fits(field, sentence):
        if shown != _as_shown(field, sentence):
            place(field, sentence)
    elif shown is None:
        _put(field, example, second)


def fits(field: str, sentence: VisitSentence) -> bool:
    """Tell whether a field can begin with a sentence by itself."""
    if len(sentence.text) + len(sentence.second) > MOST_LETTERS:
        return False
    if field == MASKED:
        return bool(sentence.hidden) or has_blank(sentence.text)
    return can_open(field, sentence) and (field != PRETRAINING or _has_sentences(sentence))


def can_open(field: str, sentence: VisitSentence) -> bool:
    """Tell whether a sentence makes sense in a field, if the visitor wants it there."""
    if field == HISTORY and not _has_order(sentence):
        return False
    return field in (ATTENTION, INSIDE, MASKED) or not has_blank(sentence.text)


def place(field: str, sentence: VisitSentence) -> None:
    """Put a sentence into a field; where a blank is needed and it has none, its last word that says much."""
    if field == MASKED:
        st.session_state.pop(HIDE_NEXT, None)
        if sentence.hidden or not has_blank(sentence.text):
            st.session_state[HIDE_NEXT] = sentence.hidden
    st.session_state[_ALONE] = field == NEXT and NEXT_SECOND not in st.session_state
    _put(field, *_as_shown(field, sentence))
    if field == PATH:
        st.session_state[PATH_SECOND] = ""


def begin_second(example: str) -> None:
    """Let an example answer a sentence that was opened without another one, where nothing was typed yet."""
    sentence = visit_sentence()
    if st.session_state.get(_ALONE) and sentence and not st.session_state.get(NEXT_SECOND):
        st.session_state[NEXT_SECOND] = example
        place(NEXT, sentence)
    st.session_state.pop(_ALONE, None)


def show_example(field: str, example: str) -> None:
    """Put an example into a field as if it was chosen there, without making it the sentence of the visit."""
    _put(field, example, "")
    _texts(_PLACED).pop(field)


def hold(sentence: VisitSentence) -> None:
    """Make this one the sentence of the visit."""
    st.session_state[VISIT_SENTENCE] = sentence


def _take_sent_texts() -> None:
    """Give fields what the browser shows in them, where this session is new and the visit is not."""
    for key in filter(None, (*_SECONDS, *_SECONDS.values())):
        if key not in st.session_state and (text := sent_text(key)) is not None:
            st.session_state[key] = text


def _has_sentences(sentence: VisitSentence) -> bool:
    """Tell whether there are several, of which pairs can be drawn."""
    try:
        return len(split_sentences(_joined(sentence), language=language())) > 1
    except InputError:
        return False


def _has_order(sentence: VisitSentence) -> bool:
    return len(sentence.text.split()) >= LEAST_IN_ORDER and len(sentence.text) <= MOST_LETTERS


def _joined(sentence: VisitSentence) -> str:
    return " ".join(filter(None, (sentence.text, sentence.second)))


def _shown(field: str) -> tuple[str, str] | None:
    """Return what a field and the one of the sentence after it show; None before they were drawn."""
    state, second = st.session_state, _SECONDS[field]
    if field not in state:
        return None
    return state[field] or "", (state.get(second) or "") if second else ""


def _as_shown(field: str, sentence: VisitSentence) -> tuple[str, str]:
    """Return what a field, and the one of the sentence after it, are to show; without another one B stays."""
    if field == PRETRAINING:
        return _joined(sentence), ""
    second = sentence.second
    if field == NEXT and not second:
        second = st.session_state.get(NEXT_SECOND) or ""
    return sentence.text, second if _SECONDS[field] else ""


def _put(field: str, text: str, second: str) -> None:
    st.session_state[field] = text
    if key := _SECONDS[field]:
        st.session_state[key] = second
    shown = text, second if key else ""
    _texts(_KNOWN)[field] = _texts(_PLACED)[field] = shown


def _texts(name: str) -> dict[str, tuple[str, str]]:
    texts: dict[str, tuple[str, str]] = st.session_state.setdefault(name, {})
    return texts
