"""A word and its sentences: a ready set, typed, from a file, or brought by a link."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.notices import tell_cut_lines
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.words.file_menu import is_cut, offer_file
from bertviz_core.ui.words.ready_sets import ready_sets
from bertviz_core.ui.words.sentence_lines import MOST_CHARACTERS, MOST_LINES, read_lines
from bertviz_core.ui.words.word_fields import (
    OWN,
    SENTENCES,
    SET,
    WORD_KEY,
    begin_fields,
    change_fields,
    keep_brought,
    keep_own,
    link_parameters,
    take_lines,
    take_own,
    take_set,
    word_fields,
)

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
    begin_fields()
    set_place, word_place, menu_place = field_row([6, 4, 3])
    with set_place:
        _choose_set()
    word = word_place.text_input(_("Word"), key=WORD_KEY, persist_state="session") or ""
    with menu_place:
        _menu()
    fields = word_fields()
    lines = read_lines(fields.lines)
    _link(word)
    if lines.cut or is_cut(fields.lines):
        tell_cut_lines(MOST_LINES, MOST_CHARACTERS)
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
        match_case=fields.case,
        inflected=fields.language if fields.forms else None,
    )


def _choose_set() -> None:
    fields, sets = word_fields(), ready_sets()
    own_language = [name for name in sets if sets[name].language == language()]
    names = [*own_language, *(name for name in sets if name not in own_language), OWN]
    # Another version or language means another menu: the browser names a choice by its label. Sentences that
    # are typed keep the version, and make the choice another one.
    key = f"words_set_{fields.version}_{fields.chosen}_{language()}"
    st.selectbox(
        _("Sentences"),
        names,
        index=names.index(fields.chosen),
        format_func=_set_name,
        key=key,
        on_change=_take_chosen,
        args=(key,),
    )
    address.put(SET, fields.chosen if fields.chosen != OWN else "", usual="")


def _set_name(name: str) -> str:
    if name == OWN:
        return _("Own sentences")
    ready = ready_sets()[name]
    return f"{ready.word}: {' / '.join(ready.senses)} ({ready.language})"


def _take_chosen(key: str) -> None:
    """Fill the fields with the set that was chosen, or with the visitor's own sentences again."""
    chosen = st.session_state[key]
    if word_fields().chosen == OWN:
        keep_own()
    if chosen in ready_sets():
        take_set(chosen)
        return
    take_own()
    st.session_state[MENU] = True


def _menu() -> None:
    """Offer the sentences for reading and changing, and what counts as the word."""
    fields = word_fields()

    def take(name: str) -> None:
        change_fields(**{name: st.session_state[f"words_{name}_{fields.version}"]})

    menu = st.popover(
        _("Edit sentences"), icon=":material/edit_note:", width="stretch", key=MENU, on_change="rerun"
    )
    with menu:
        st.text_area(
            _("One sentence a line; its sense, if you know it, after a bar: sentence | sense"),
            fields.lines,
            height=260,
            key=f"words_lines_{fields.version}",
            on_change=take,
            args=("lines",),
        )
        offer_file(take_lines)
        for name, label in (
            ("forms", _("Find other forms of the word too")),
            ("case", _("Capital letters make another word")),
        ):
            st.toggle(
                label,
                getattr(fields, name),
                key=f"words_{name}_{fields.version}",
                on_change=take,
                args=(name,),
            )
        languages = list(LANGUAGES)
        st.selectbox(
            _("Language of the word"),
            languages,
            index=languages.index(fields.language),
            format_func=LANGUAGES.__getitem__,
            key=f"words_language_{fields.version}",
            on_change=take,
            args=("language",),
        )


def _link(word: str) -> None:
    """Offer the address; thousands of sentences do not fit into one."""
    keep_brought()
    parameters = link_parameters(word)
    link_popover(parameters)
    if word_fields().chosen == OWN and SENTENCES not in parameters:
        st.caption(_("The sentences are too long for a link."))
