"""The words of a text as chips: a click hides one, and it stays hidden through edits and other pages."""

from __future__ import annotations

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.blanks import Word, carry_hidden, telling_word
from bertviz_core.ui.i18n import _
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import HIDDEN_WORDS, HIDE_NEXT

HIDDEN_PARAMETER = "hidden"
"""URL parameter of the hidden words' numbers, counted from 0: `1.4`."""

_STORE = HIDDEN_WORDS
CHIPS = "hidden_chips"
"""Key of the chips."""

# Two rows and the edge of a third, which says that there is more.
_STYLE = ".st-key-hidden_chips [role=toolbar] {max-height: 5.4rem; overflow-y: auto; padding: 2px}"
_TYPED_STYLE = "{pointer-events: none; border-style: dashed}"


def word_chips(words: tuple[Word, ...]) -> tuple[int, ...]:
    """Draw a chip for every word and return the numbers of those that are hidden.

    Blanks the visitor typed stand among them, out of reach.
    """
    texts = tuple(word.text for word in words)
    typed = [number for number, word in enumerate(words) if word.is_blank]
    named = address.get(HIDDEN_PARAMETER, "")
    hidden = tuple(n for n in _wanted(texts) if n < len(words) and n not in typed)
    if named and set(named.split(".")) != set(map(str, hidden)):
        address.fell_back(HIDDEN_PARAMETER, ".".join(map(str, hidden)), asked=named)
    st.session_state[_STORE] = texts, hidden
    if len(typed) == len(words):
        return hidden

    def keep() -> None:
        st.session_state[_STORE] = texts, tuple(sorted(set(st.session_state[CHIPS]) - set(typed)))

    if sorted(st.session_state.get(CHIPS, ())) != list(hidden):
        st.session_state[CHIPS] = list(hidden)
    labels = _labels(words)
    st.pills(
        _("Click to hide:"),
        range(len(words)),
        selection_mode="multi",
        format_func=labels.__getitem__,
        key=CHIPS,
        on_change=keep,
        wrap=True,
    )
    out_of_reach = ", ".join(f".st-key-hidden_chips button:nth-child({number + 1})" for number in typed)
    st.html(f"<style>{_STYLE} {out_of_reach + _TYPED_STYLE if typed else ''}</style>")
    return hidden


def hidden_parameter() -> str:
    """Write the numbers of the hidden words the way a link carries them."""
    _texts, hidden = st.session_state.get(_STORE, ((), ()))
    return ".".join(map(str, hidden))


def _wanted(texts: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers to hide: of a link, of a sentence from another page, or those hidden so far."""
    asked = st.session_state.pop(HIDE_NEXT, None)
    if HIDDEN_PARAMETER in address:
        parts = address[HIDDEN_PARAMETER].split(".")
        del address[HIDDEN_PARAMETER]
        return tuple(sorted({int(p) for p in parts if p.isascii() and p.isdigit() and len(p) < 5}))
    if asked is not None:
        return asked or telling_word(texts)
    before, hidden = st.session_state.get(_STORE, ((), ()))
    return hidden if before == texts else carry_hidden(before, hidden, after=texts)


def _labels(words: tuple[Word, ...]) -> list[str]:
    """Name every chip differently: Streamlit tells equal words apart by spaces that Markdown drops.

    The space in front keeps an emoji from becoming an icon, which Streamlit cuts off the name.
    """
    seen: dict[str, int] = {}
    labels = []
    for word in words:
        seen[word.text] = seen.get(word.text, -1) + 1
        shown = f":gray[{literal(word.text)}]" if word.is_blank else literal(word.text)
        labels.append(f" {shown}{' ' * seen[word.text]}")
    return labels
