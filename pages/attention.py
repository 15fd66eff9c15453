"""What each head attends to: the text on top, one of several views of its attention below."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.attention.views import VIEWS
from bertviz_core.ui.examples import ATTENTION_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker
from bertviz_core.ui.linked_texts import prefill_linked
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.open_in import offer_pages, offer_sentence
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.rows import field_row
from bertviz_core.ui.views import view_room

FIELDS = {"text": "attention_text", "pair": "attention_pair"}

prefill_linked(FIELDS, ATTENTION_EXAMPLES[language()][0])
view = page_head(_("Attention: who looks at whom"), "attention", VIEWS)
sentence_place, pair_place, tools = field_row([11, 8, 4])
text = sentence_place.text_input(_("Sentence"), key="attention_text", persist_state="session") or ""
pair = pair_place.text_input(_("Second sentence (optional)"), key="attention_pair", persist_state="session")
with tools:
    example_picker(
        "attention_text",
        ATTENTION_EXAMPLES,
        label=_("Examples"),
        clear="attention_pair",
        themed=lambda blank: blank.whole,
    )
link_popover({"text": text, "pair": pair or ""})
offer_sentence(FIELDS["text"])

try:
    with view_room("attention", view):
        view.draw(current_engine(), text, (pair or "").strip() or None)
except BertScopeError as error:
    show_error(error)
    st.stop()
offer_pages(FIELDS["text"], text, pair or "")
st.caption(
    _(
        "Attention weights show where a head takes information from, not why the model answers as it does: "
        "Jain & Wallace (2019), *Attention is not Explanation*; Wiegreffe & Pinter (2019), "
        "*Attention is not not Explanation*."
    )
)
