"""What the model puts in a blank: ranked words with their probabilities."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.blanks import hidden_words, hide_words, words_of
from bertviz_core.ui.downloads import download_button
from bertviz_core.ui.examples import MASKED_EXAMPLES
from bertviz_core.ui.frame import inside_frame
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.inputs import example_picker, prefill, prefill_choice
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.mask_panel import draw_blanks, picture_of_blanks
from bertviz_core.ui.masked_words_files import masked_words_csv, masked_words_json
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import encoding_notices, no_blank_hint, show_error
from bertviz_core.ui.word_chips import HIDDEN_PARAMETER, hidden_parameter, word_chips

TOP_K_CHOICES, TOP_K = (5, 10, 20), 10

inside_frame()
st.title(_("Masked words: what the model expects in a blank"), anchor=False)
prefill("masked_text", "text", MASKED_EXAMPLES[language()][0])
prefill_choice("top_k", "top_k", choices=TOP_K_CHOICES, default=TOP_K)

sentence_place, count_place, tools = st.columns([8, 3, 5], vertical_alignment="bottom")
text = sentence_place.text_input(
    _("Sentence with [MASK] or ___ where a word is missing"),
    key="masked_text",
    persist_state="session",
)
top_k = (
    count_place.segmented_control(
        _("Words to show"), TOP_K_CHOICES, key="top_k", required=True, persist_state="session"
    )
    or TOP_K
)
with tools.container(horizontal=True):
    example_picker("masked_text", MASKED_EXAMPLES, label=_("Examples"))
    link_popover({"text": text or "", HIDDEN_PARAMETER: hidden_parameter(), "top_k": str(top_k)})

notices, chips, picture = st.container(), st.container(), st.container()
try:
    with picture:
        engine = current_engine()
    encoding = engine.encode(text or "")
    mask_token = engine.info.mask_token or ""
    words = words_of(encoding, mask_token)
    with chips:
        hidden = word_chips(words)
    masked_text = hide_words(encoding.text, words, hidden, mask_token=mask_token)
    if mask_token not in masked_text:
        with notices:
            encoding_notices(encoding)
            no_blank_hint(mask_token)
        st.stop()
    originals = hidden_words(words, hidden)
    result = masked_words(engine, masked_text, top_k=top_k, originals=originals)
except BertScopeError as error:
    with notices:
        show_error(error)
    st.stop()
with notices:
    encoding_notices(result.encoding)
with picture:
    draw_blanks(result, originals, vocabulary=engine.info.vocab_size)

st.markdown(
    _(
        "**How to read this.** Each bar is the probability of one entry of the vocabulary in that blank; "
        "over the whole vocabulary they add up to 1. With several blanks, each is answered "
        "while all of them are hidden."
    )
)
with st.container(horizontal=True):
    download_button(_("Answers as CSV"), "masked_words.csv", masked_words_csv(result))
    download_button(_("Answers as JSON"), "masked_words.json", masked_words_json(result))
    download_button(_("Charts as SVG"), "masked_words.svg", picture_of_blanks(result, originals))
