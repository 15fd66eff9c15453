"""The sentence that is read in order and at once, and the word whose reach is shown."""

from __future__ import annotations

import streamlit as st

from bertviz_core.analysis.history.order import MOST_LETTERS, order_words
from bertviz_core.ui.address import address
from bertviz_core.ui.examples import ORDER_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.open_in import offer_sentence
from bertviz_core.ui.rows import field_row, option_row
from bertviz_core.ui.text_key import address_counts, text_key
from bertviz_core.ui.visit_sentence import HISTORY

TEXT_PARAMETER, PLACE_PARAMETER = "text", "place"
PASTED = 10
"""So many times too long a sentence may be typed: a longer one the browser refuses without a word."""


def ask_sentence() -> tuple[str, int]:
    """Ask for a sentence and for one of its words; return both.

    Raises:
        InputError: The sentence has fewer than three words, or is too long.
    """
    prefill(HISTORY, TEXT_PARAMETER, ORDER_EXAMPLES[language()][0])
    text_place, tools = field_row([16, 3])
    text = text_place.text_input(
        _("Sentence"), key=HISTORY, max_chars=PASTED * MOST_LETTERS, persist_state="session"
    )
    with tools:
        example_picker(HISTORY, ORDER_EXAMPLES, label=_("Examples"))
    link_popover({TEXT_PARAMETER: text or ""})
    offer_sentence(HISTORY)
    return text or "", _choose_word(text or "")


def _choose_word(text: str) -> int:
    """Offer the words, and buttons and keys that go from one to the next."""
    words = order_words(text)
    of_text, named = text_key(*words), address.number(PLACE_PARAMETER)
    key, state = f"order_word_{of_text}", st.session_state
    counts = address_counts(PLACE_PARAMETER, of_text)
    if key not in state:
        begins = named - 1 if counts and named is not None else 0
        state[key] = begins if begins in range(len(words)) else 0

    def move(change: int) -> None:
        state[key] = min(max(state.get(key, 0) + change, 0), len(words) - 1)

    word_place, buttons = option_row([9, 10])
    with word_place:
        chosen = st.selectbox(
            _("How far reaches"),
            range(len(words)),
            format_func=lambda place: f"{place + 1} · {words[place]}",
            key=key,
            persist_state="session",
        )
    with buttons.container(horizontal=True, vertical_alignment="center", key="order_steps"):
        for label, side, change in ((_("Back"), "left", -1), (_("Next word"), "right", 1)):
            icon = ":material/arrow_back:" if change < 0 else ":material/arrow_forward:"
            st.button(label, icon=icon, key=f"order_{side}", shortcut=side, on_click=move, args=(change,))
    address.put(PLACE_PARAMETER, str(chosen + 1), usual="1")
    return int(chosen)
