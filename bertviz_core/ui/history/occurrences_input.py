"""The word and its sentences: a written set, or one's own."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.errors import InputError
from bertviz_core.locales import LANGUAGES
from bertviz_core.samples.word_vectors import occurrence_sets
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import prefill
from bertviz_core.ui.links import link_popover

MOST_SENTENCES, MOST_LETTERS = 12, 3_000
PASTED = 10
"""So many times too long a text may be typed: a longer one the browser refuses without a word."""

SET_PARAMETER, VECTORS_PARAMETER = "set", "vectors"
WORD_PARAMETER, LINES_PARAMETER = "word", "sentences"
OWN = "own"
_WORD, _LINES, _VERSION = "moved_word", "moved_lines", "moved_version"
_FIRST = {"es": "es-banco", "en": "en-apple", "pt": "pt-banco"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOccurrences:
    """A word and sentences in which it stands, with their senses where these are known."""

    word: str
    language: str
    """Of the static vectors."""
    rows: tuple[tuple[str, str], ...]
    """Sentence and sense; empty where none is said."""


def ask_occurrences() -> AskedOccurrences:
    """Offer the written words and a field for one's own sentences.

    Raises:
        InputError: One's own sentences are too many, or there are none.
    """
    sets = _sets()
    state = st.session_state
    if LINES_PARAMETER in address:  # another link: another menu, which begins with what it brought
        state[_VERSION] = state.get(_VERSION, 0) + 1
        address[SET_PARAMETER] = OWN
    named = address.get(SET_PARAMETER, "")
    first = named if named in (*sets, OWN) else _FIRST[language()]
    offered = [*sets, OWN]
    chosen = st.selectbox(
        _("Word"),
        offered,
        index=offered.index(first),
        format_func=lambda name: _("Own sentences") if name == OWN else _name(name),
        key=f"moved_set_{language()}_{state.get(_VERSION, 0)}",
        persist_state="session",
    )
    address.put(SET_PARAMETER, chosen, usual=_FIRST[language()])
    if chosen != OWN:
        link_popover({})
        code, _dash, word = chosen.partition("-")
        return AskedOccurrences(word=word, language=code, rows=sets[chosen])
    return _ask_own()


def _ask_own() -> AskedOccurrences:
    rows = _sets()[_FIRST[language()]]
    prefill(_WORD, WORD_PARAMETER, _FIRST[language()].partition("-")[2])
    prefill(_LINES, LINES_PARAMETER, "\n".join(f"{sentence} | {sense}" for sentence, sense in rows))
    with st.popover(_("Edit sentences"), icon=":material/edit_note:", width="stretch"):
        word = st.text_input(_("Word"), key=_WORD, max_chars=40, persist_state="session") or ""
        typed = st.text_area(
            _("Sentences with the word, one a line; after | a sense, if you like"),
            key=_LINES,
            height=240,
            max_chars=PASTED * MOST_LETTERS,
            persist_state="session",
        )
        codes = list(LANGUAGES)
        code = st.selectbox(
            _("Language of the static vectors"),
            codes,
            index=codes.index(address.get(VECTORS_PARAMETER, language())) if _known(codes) else 0,
            format_func=LANGUAGES.__getitem__,
            key="moved_vectors",
            persist_state="session",
        )
    address.put(VECTORS_PARAMETER, code, usual=language())
    link_popover({WORD_PARAMETER: word, LINES_PARAMETER: typed or ""})
    return AskedOccurrences(word=word.strip(), language=code, rows=read_rows(typed or ""))


def _known(codes: list[str]) -> bool:
    return address.get(VECTORS_PARAMETER, language()) in codes


def read_rows(text: str) -> tuple[tuple[str, str], ...]:
    """Return sentences and senses, one a line.

    Raises:
        InputError: There is none, or there are too many.
    """
    if len(text) > MOST_LETTERS:
        raise InputError(
            "The text has {count} characters; at most {most} are read here. Leave some of it out.",
            count=len(text),
            most=MOST_LETTERS,
        )
    lines = [line.rpartition("|") if "|" in line else (line, "", "") for line in text.splitlines()]
    rows = tuple((first.strip(), last.strip()) for first, _bar, last in lines if first.strip())
    if not rows:
        raise InputError("There are no sentences yet. Write some with the word in them, one a line.")
    if len(rows) > MOST_SENTENCES:
        raise InputError(
            "At most {most} sentences are compared here. Leave some out, or open “Words in context”.",
            most=MOST_SENTENCES,
        )
    return rows


def _sets() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the written sets by language and word, those in the language of the page first."""
    codes = sorted(LANGUAGES, key=lambda code: code != language())
    return {f"{code}-{word}": rows for code in codes for word, rows in occurrence_sets(code).items()}


def _name(name: str) -> str:
    code, _dash, word = name.partition("-")
    senses = dict.fromkeys(sense for _sentence, sense in _sets()[name])
    return f"{word}: {' / '.join(senses)} ({code})"
