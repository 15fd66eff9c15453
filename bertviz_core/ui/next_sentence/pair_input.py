"""The two sentences that the views about a pair share: fields, a swap between them, examples and a link."""

from __future__ import annotations

import streamlit as st

from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.address import address
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_menu
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.next_sentence.pair_examples import PAIR_EXAMPLES
from bertviz_core.ui.open_in import offer_sentence
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import NEXT, NEXT_SECOND, begin_field, begin_second

FIRST, SECOND = NEXT, NEXT_SECOND
"""Session keys of sentence A and sentence B."""

_PARAMETERS = {"first": FIRST, "second": SECOND}
_MENU = "next_examples"
_SWAP_SIGN = "A ⇄ B"
"""Read out as it stands, unlike an icon, and short in every language."""


def ask_pair() -> tuple[str, str] | None:
    """Ask for both sentences; without one of them say so and return None."""
    prefill_pair()
    first_place, swap_place, second_place, tools = field_row([11, 3, 11, 5])
    first = first_place.text_input(_("Sentence A"), key=FIRST, persist_state="session") or ""
    swap_place.button(_SWAP_SIGN, key="next_swap", help=_("Swap A and B"), on_click=_swap, width="stretch")
    second = second_place.text_input(_("Sentence B"), key=SECOND, persist_state="session") or ""
    with tools:
        _example_menu()
    link_popover({"first": first, "second": second})
    offer_sentence(FIRST)
    if not first.strip() or not second.strip():
        st.info(_("Write both sentences."), icon=":material/info:")
        return None
    return first, second


def prefill_pair() -> None:
    """Give both fields their first values: from the link that brought the visitor, or as every visit begins.

    Without a link the sentence of the visit is A, with what is there for B; else an example is. The texts of
    a link leave the address at once, so that they enter no log again.
    """
    state = st.session_state
    brought = {name: address[name] for name in _PARAMETERS if name in address}
    if brought:
        for name, key in _PARAMETERS.items():
            state[key] = brought.get(name, state.get(key, ""))
            address.pop(name, None)
    else:
        first, second = PAIR_EXAMPLES[language()][0]
        state.setdefault(SECOND, second)
        begin_second(second)
        begin_field(FIRST, first, second=second)


def _example_menu() -> None:
    inside = example_menu(_("Examples"), _MENU)
    if inside is None:
        return
    with inside:
        st.caption(_("B follows in some of these pairs only, and the model is wrong about some."))
        for code, pairs in PAIR_EXAMPLES.items():
            st.caption(LANGUAGES[code])
            for number, (first, second) in enumerate(pairs):
                st.button(
                    f"{literal(first)} → {literal(second)}",
                    key=f"next_example_{code}_{number}",
                    type="tertiary",
                    on_click=_use,
                    args=(first, second),
                )


def _use(first: str, second: str) -> None:
    """Put two sentences into the fields and close the menu."""
    st.session_state.update({FIRST: first, SECOND: second, _MENU: False})


def _swap() -> None:
    """Let the fields change places: as they are now, also when one was left for this very click."""
    state = st.session_state
    state[FIRST], state[SECOND] = state.get(SECOND, ""), state.get(FIRST, "")
