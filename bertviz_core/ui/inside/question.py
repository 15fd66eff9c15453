"""The sentence that all views of the page are about, and the one after it."""

from __future__ import annotations

from bertviz_core.ui.examples import INSIDE_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker
from bertviz_core.ui.linked_texts import prefill_linked
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.open_in import offer_sentence
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.visit_sentence import INSIDE, INSIDE_PAIR


def ask_texts() -> tuple[str, str | None]:
    """Ask for a sentence and, where wanted, a second one."""
    prefill_linked({"text": INSIDE, "pair": INSIDE_PAIR}, INSIDE_EXAMPLES[language()][0])
    text_place, pair_place, tools = field_row([11, 8, 4])
    text = text_place.text_input(_("Sentence"), key=INSIDE, persist_state="session") or ""
    pair = pair_place.text_input(_("Second sentence (optional)"), key=INSIDE_PAIR, persist_state="session")
    with tools:
        example_picker(
            INSIDE,
            INSIDE_EXAMPLES,
            label=_("Examples"),
            clear=INSIDE_PAIR,
            themed=lambda blank: blank.whole,
        )
    link_popover({"text": text, "pair": pair or ""})
    offer_sentence(INSIDE)
    return text, (pair or "").strip() or None
