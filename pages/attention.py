"""What each head attends to: all heads as thumbnails, one head as a map."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.answers import attention_arrays
from bertviz_core.ui.downloads import attention_npz
from bertviz_core.ui.examples import ATTENTION_EXAMPLES
from bertviz_core.ui.explorer import address_layer, explore_attention
from bertviz_core.ui.frame import inside_frame
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker
from bertviz_core.ui.linked_texts import prefill_linked, stand_in_note
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error

FIELDS = {"text": "attention_text", "pair": "attention_pair"}

inside_frame()
prefill_linked(FIELDS, ATTENTION_EXAMPLES[language()][0])
title, tools = st.columns([9, 4], vertical_alignment="bottom")
title.title(_("Attention: which words look at which"), anchor=False)
sentence_place, pair_place = st.columns([5, 2])
text = sentence_place.text_input(_("Sentence"), key="attention_text", persist_state="session") or ""
pair = pair_place.text_input(_("Second sentence (optional)"), key="attention_pair", persist_state="session")
with tools.container(horizontal=True):
    example_picker("attention_text", ATTENTION_EXAMPLES, label=_("Examples"), clear="attention_pair")
    link_popover({"text": text, "pair": pair or ""})

try:
    engine = current_engine()
    arrays = attention_arrays(engine, text, pair=(pair or "").strip() or None, layer=address_layer())
except BertScopeError as error:
    show_error(error)
    st.stop()
explore_attention(engine, arrays, key="attention_view", notes=(stand_in_note(text),))
st.download_button(
    _("All heads as NPZ"),
    data=lambda: attention_npz(engine, arrays.encoding),
    file_name="attention.npz",
    mime="application/octet-stream",
    icon=":material/download:",
    on_click="ignore",
)
st.caption(
    _(
        "Colours follow the square root of the weight, so that small ones can be seen. Layers and heads are "
        "counted from 1, positions from 0. The first head shown is the one that links words furthest; after "
        "that the head stays until you choose another one."
    )
)
st.caption(
    _(
        "Attention weights show where a head takes information from, not why the model answers as it does: "
        "Jain & Wallace (2019), *Attention is not Explanation*; Wiegreffe & Pinter (2019), "
        "*Attention is not not Explanation*."
    )
)
