"""What is asked about a word, apart from the fields that show it.

The fields of a closed menu are not there in the browser: what is written into them meanwhile is lost, and the
browser sends what they held before. So what counts is kept beside them, and whenever something else than the
visitor's hand changes it, the menu gets new fields.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import language
from bertviz_core.ui.words.packed_text import LINK_LETTERS, pack, unpack
from bertviz_core.ui.words.ready_sets import FIRST, ready_sets
from bertviz_core.ui.words.sentence_lines import write_lines

SET, WORD, SENTENCES, FORMS, CASE = "set", "word", "sentences", "forms", "case"
"""Parameters of the address."""

_BROUGHT_BY_LINKS = (WORD, SENTENCES, FORMS, CASE)

OWN, EXACT = "own", "no"
WORD_KEY = "words_word"
_FIELDS, _OWN_FIELDS, _BROUGHT = "words_fields", "words_own_fields", "words_brought"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordFields:
    """What stands in the menu."""

    chosen: str
    """Name of the set, or `OWN`."""
    lines: str
    forms: bool
    """Other forms of the word are found too."""
    case: bool
    """Capital letters make another word."""
    language: str
    """Of the word."""
    version: int = 0
    """Another one means other fields in the browser."""


def word_fields() -> WordFields:
    """Return what is asked now."""
    fields: WordFields = st.session_state[_FIELDS]
    return fields


def begin_fields() -> None:
    """Begin with what the address names, or with a ready set in the visitor's language."""
    named = {name: address[name] for name in _BROUGHT_BY_LINKS if name in address}
    state = st.session_state
    if _FIELDS in state and (not named or named == state.get(_BROUGHT, ({}, {}))[0]):
        return
    chosen = address.get(SET, "")
    if SENTENCES in named or (named and chosen not in ready_sets()):
        _fill(named.get(WORD, ""), _own(unpack(named.get(SENTENCES, ""))))
    else:
        take_set(chosen if chosen in ready_sets() else FIRST[language()])
        st.session_state[WORD_KEY] = named.get(WORD, st.session_state[WORD_KEY])
    spoken = named.get(FORMS, "")
    if spoken:
        change_fields(forms=spoken != EXACT)
    change_fields(case=CASE in named, **({"language": spoken} if spoken in LANGUAGES else {}))
    state[_BROUGHT] = named, link_parameters(state[WORD_KEY])


def keep_brought() -> None:
    """Leave what a link brought in the address, so that a reload shows it, until the visitor changes it."""
    state = st.session_state
    if link_parameters(state[WORD_KEY]) != state.get(_BROUGHT, ({}, {}))[1]:
        state.pop(_BROUGHT, None)
        for name in _BROUGHT_BY_LINKS:
            address.pop(name, None)


def take_set(name: str) -> None:
    """Fill the fields with a ready set."""
    ready = ready_sets()[name]
    lines = write_lines(ready.rows)
    _fill(
        ready.word,
        WordFields(chosen=name, lines=lines, forms=True, case=False, language=ready.language),
    )


def take_own() -> None:
    """Fill the fields with the visitor's own sentences again."""
    word, fields = st.session_state.get(_OWN_FIELDS, ("", _own("")))
    _fill(word, fields)


def take_lines(lines: str) -> None:
    """Put other lines into the field, where they can be changed."""
    _fill(st.session_state[WORD_KEY], replace(word_fields(), lines=lines, chosen=OWN))
    keep_own()


def change_fields(**changes: Any) -> None:
    """Note what the visitor changed in a field; lines that were changed are the visitor's own."""
    if "lines" in changes:
        changes["chosen"] = OWN
    st.session_state[_FIELDS] = replace(word_fields(), **changes)
    if "lines" in changes:
        keep_own()


def keep_own() -> None:
    """Keep the visitor's own sentences for when a set was looked at in between."""
    st.session_state[_OWN_FIELDS] = st.session_state[WORD_KEY], word_fields()


def link_parameters(word: str) -> dict[str, str]:
    """Return what an address needs beside the name of the set; without sentences where they are too long."""
    fields, parameters = word_fields(), {}
    if fields.chosen == OWN:
        packed = pack(fields.lines)
        parameters = {WORD: word} | ({SENTENCES: packed} if len(packed) <= LINK_LETTERS else {})
        if fields.forms:
            parameters[FORMS] = fields.language
    else:
        ready = ready_sets()[fields.chosen]
        if word != ready.word:
            parameters[WORD] = word
        if not fields.forms:
            parameters[FORMS] = EXACT
        elif fields.language != ready.language:
            parameters[FORMS] = fields.language
    return parameters | ({CASE: "1"} if fields.case else {})


def _own(lines: str) -> WordFields:
    return WordFields(chosen=OWN, lines=lines, forms=False, case=False, language=language())


def _fill(word: str, fields: WordFields) -> None:
    state = st.session_state
    version = state[_FIELDS].version + 1 if _FIELDS in state else 0
    state.update({WORD_KEY: word, _FIELDS: replace(fields, version=version)})
