"""A word and its sentences: a ready set, typed, from a file, or brought by a link."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language, number
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.words.file_menu import offer_file
from bertviz_core.ui.words.packed_text import LINK_LETTERS, pack, unpack
from bertviz_core.ui.words.ready_sets import FIRST, ready_sets
from bertviz_core.ui.words.sentence_lines import MOST_LINES, SentenceLines, read_lines, write_lines

WORD, SENTENCES, FORMS, SET = "word", "sentences", "forms", "set"
"""Parameters of the address."""

OWN = "own"

_SET, _WORD, _LINES = "words_set", "words_word", "words_lines"
_FORMS, _CASE, _LANGUAGE = "words_forms", "words_case", "words_language"
_OWN_LINES, _OWN_WORD = "words_own_lines", "words_own_word"
MENU = "words_menu"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordInput:
    """What is asked about."""

    word: str
    sentences: tuple[str, ...]
    senses: tuple[str, ...]
    match_case: bool
    inflected: str | None
    """Language in which other forms of the word are looked for."""


def ask_input() -> WordInput | None:
    """Ask for the word and its sentences; without any say so and return None."""
    _prefill()
    set_place, word_place, menu_place, link_place = st.columns([5, 3, 4, 3], vertical_alignment="bottom")
    with set_place:
        chosen = _choose_set()
    word = word_place.text_input(_("Word"), key=_WORD, persist_state="session") or ""
    lines = read_lines(st.session_state[_LINES])
    with menu_place:
        _menu(lines)
    with link_place:
        _link(chosen, word)
    if lines.cut:
        st.warning(
            _("Only the first {count} sentences are read.", count=number(MOST_LINES)),
            icon=":material/content_cut:",
        )
    if not word.strip() or not lines.sentences:
        st.info(
            _("Write the word, and under “Edit sentences” some sentences in which it stands, one a line."),
            icon=":material/info:",
        )
        return None
    return WordInput(
        word=word.strip(),
        sentences=lines.sentences,
        senses=lines.senses,
        match_case=st.session_state[_CASE],
        inflected=st.session_state[_LANGUAGE] if st.session_state[_FORMS] else None,
    )


def _prefill() -> None:
    """Begin with what the address names, or with a ready set in the visitor's language."""
    state = st.session_state
    if SENTENCES in address or WORD in address:
        state[_SET] = OWN
        state[_WORD] = address.pop(WORD, "")
        state[_LINES] = unpack(address.pop(SENTENCES, ""))
        state[_FORMS] = address.pop(FORMS, "") in LANGUAGES
        state[_LANGUAGE] = address.get(FORMS) if address.get(FORMS) in LANGUAGES else language()
        state[_CASE] = False
    elif _LINES not in state:
        named = address.get(SET, "")
        _take_set(named if named in ready_sets() else FIRST[language()])


def _take_set(name: str) -> None:
    """Fill the fields with a ready set."""
    ready, state = ready_sets()[name], st.session_state
    state.update({_SET: name, _WORD: ready.word, _LINES: write_lines(ready.rows)})
    state.update({_FORMS: True, _CASE: False, _LANGUAGE: ready.language})


def _choose_set() -> str:
    sets = ready_sets()
    own_language = [name for name in sets if sets[name].language == language()]
    names = [*own_language, *(name for name in sets if name not in own_language), OWN]
    chosen: str = st.selectbox(
        _("Sentences"),
        names,
        format_func=_set_name,
        key=_SET,
        on_change=_take_chosen,
        persist_state="session",
    )
    address.put(SET, chosen if chosen != OWN else "", usual="")
    return chosen


def _set_name(name: str) -> str:
    if name == OWN:
        return _("Own sentences")
    ready = ready_sets()[name]
    return f"{ready.word}: {' / '.join(ready.senses)} ({ready.language})"


def _take_chosen() -> None:
    """Fill the fields with the set that was chosen, or with the visitor's own sentences again."""
    state = st.session_state
    if state[_SET] != OWN:
        _take_set(state[_SET])
        return
    state[_LINES], state[_WORD] = state.get(_OWN_LINES, ""), state.get(_OWN_WORD, "")
    state[_LANGUAGE], state[_FORMS] = language(), False
    state[MENU] = True


def _menu(lines: SentenceLines) -> None:
    """Offer the sentences for reading and changing, and what counts as the word."""
    menu = st.popover(
        _("Edit sentences ({count})", count=number(len(lines.sentences))),
        icon=":material/edit_note:",
        width="stretch",
        key=MENU,
        on_change="rerun",
    )
    with menu:
        st.text_area(
            _("One sentence a line; its sense, if you know it, after a bar: sentence | sense"),
            height=260,
            key=_LINES,
            on_change=_typed,
            persist_state="session",
        )
        offer_file(_take_lines)
        st.toggle(_("Find other forms of the word too"), key=_FORMS, persist_state="session")
        st.toggle(_("Capital letters make another word"), key=_CASE, persist_state="session")
        st.selectbox(
            _("Language of the word"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            key=_LANGUAGE,
            persist_state="session",
        )


def _typed() -> None:
    """Sentences that were changed are the visitor's own."""
    state = st.session_state
    state[_SET] = OWN
    state[_OWN_LINES], state[_OWN_WORD] = state[_LINES], state[_WORD]


def _take_lines(lines: str) -> None:
    """Put the lines of a file into the field, where they can be changed."""
    st.session_state[_LINES] = lines
    _typed()


def _link(chosen: str, word: str) -> None:
    """Offer the address; thousands of sentences do not fit into one."""
    state = st.session_state
    if chosen != OWN and word == ready_sets()[chosen].word:
        link_popover({})
        return
    packed = pack(state[_LINES])
    fits = len(packed) <= LINK_LETTERS
    forms = {FORMS: state[_LANGUAGE]} if state[_FORMS] else {}
    link_popover({WORD: word} | forms | ({SENTENCES: packed} if fits else {}))
    if not fits:
        st.caption(_("The sentences are too long for a link."))
