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
from bertviz_core.ui.inputs import example_picker, prefill
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import encoding_notices, show_error

inside_frame()
st.title(_("Attention: which words look at which"), anchor=False)
prefill("attention_text", "text", ATTENTION_EXAMPLES[language()][0])
prefill("attention_pair", "pair", "")

sentence_place, pair_place, tools = st.columns([5, 4, 4], vertical_alignment="bottom")
text = sentence_place.text_input(_("Sentence"), key="attention_text", persist_state="session")
pair = pair_place.text_input(_("Second sentence (optional)"), key="attention_pair", persist_state="session")
with tools.container(horizontal=True):
    example_picker("attention_text", ATTENTION_EXAMPLES, label=_("Examples"), clear="attention_pair")
    link_popover({"text": text or "", "pair": pair or ""})

picture = st.container()
with picture:
    try:
        engine = current_engine()
        arrays = attention_arrays(
            engine, text or "", pair=(pair or "").strip() or None, layer=address_layer()
        )
    except BertScopeError as error:
        show_error(error)
        st.stop()
    encoding_notices(arrays.encoding)
    explore_attention(engine, arrays, key="attention_view")

st.markdown(
    _(
        "**How to read this.** Rows are the tokens that look, columns the ones looked at; the darker the "
        "cell (lighter in the dark theme), the larger the share of attention, and every row adds up to 1. "
        "Colours follow the square root of the weight, so that small ones can be seen. Layers and heads "
        "are counted from 1, positions from 0."
    )
)
st.caption(
    _(
        "Attention weights show where a head takes information from, not why the model answers as it does: "
        "Jain & Wallace (2019), *Attention is not Explanation*; Wiegreffe & Pinter (2019), "
        "*Attention is not not Explanation*."
    )
)
st.download_button(
    _("All heads as NPZ"),
    data=lambda: attention_npz(engine.attention(arrays.encoding.text, arrays.encoding.pair)),
    file_name="attention.npz",
    mime="application/octet-stream",
    icon=":material/download:",
    on_click="ignore",
)
