"""The sentences whose vectors are compared: written examples, typed, from a file, or brought by a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_menu, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.sentence_file import sentences_of_text
from bertviz_core.ui.sentence_file_menu import file_menu, lines_of_field
from bertviz_core.ui.words.packed_text import LINK_LETTERS, pack, unpack
from bertviz_core.ui.words.sentences_examples import SENTENCE_EXAMPLES

LINES, PARAMETER = "sentences_lines", "compare"

_NAME, _EXAMPLES = "sentences", "sentences_examples"


def ask_sentences() -> tuple[str, ...] | None:
    """Ask for sentences, a line each; with fewer than two say so and return None."""
    brought = PARAMETER in address
    prefill(LINES, PARAMETER, SENTENCE_EXAMPLES[language()])
    if brought:
        st.session_state[LINES] = unpack(st.session_state[LINES])
    text = (
        st.text_area(_("Sentences to compare, one a line"), height=150, key=LINES, persist_state="session")
        or ""
    )
    with st.container(horizontal=True):
        _example_menu()
        file_menu(_NAME, LINES)
    sentences = lines_of_field(_NAME, text).sentences
    if len(sentences) < 2:
        st.info(_("Write at least two sentences, one a line."), icon=":material/info:")
        return None
    return sentences


def _example_menu() -> None:
    def use(text: str) -> None:
        st.session_state[LINES] = text
        st.session_state[_EXAMPLES] = False

    inside = example_menu(_("Examples"), _EXAMPLES)
    if inside is None:
        return
    with inside:
        for code, text in SENTENCE_EXAMPLES.items():
            st.button(
                LANGUAGES[code],
                key=f"sentences_example_{code}",
                type="tertiary",
                on_click=use,
                args=(text,),
                help=_("Said in other words, its opposite, turned round, about something else, translated"),
            )


def offer_link() -> None:
    """Offer the address; many sentences do not fit into one."""
    text = st.session_state[LINES]
    own = sentences_of_text(text) != sentences_of_text(SENTENCE_EXAMPLES[language()])
    packed = pack(text) if own else ""
    fits = len(packed) <= LINK_LETTERS
    link_popover({PARAMETER: packed} if fits else {})
    if not fits:
        st.caption(_("The sentences are too long for a link."))
