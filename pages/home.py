"""The front panel: what this is, a live answer of the model, and the way to the pages."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.locales import LANGUAGES
from bertviz_core.ui.answers import masked_words
from bertviz_core.ui.attention.answers import attention_arrays
from bertviz_core.ui.attention.explore import open_with, overview_attention
from bertviz_core.ui.examples import ATTENTION_EXAMPLES, MASKED_EXAMPLES
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.mask_panel import draw_bars
from bertviz_core.ui.models import current_engine, model_facts
from bertviz_core.ui.next_sentence.pair_examples import PAIR_EXAMPLES
from bertviz_core.ui.next_sentence.pair_input import FIRST, SECOND
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.open_in import go_to
from bertviz_core.ui.text import literal
from bertviz_core.ui.visit_sentence import show_example

BLANK_LINE = "&nbsp;"
CARD_HEIGHT = 394  # pixels: both pictures fit, and nothing moves when they come

ATTENTION, MASKED, NEXT = "attention.py", "masked_words.py", "next_sentence.py"

st.title(_("BERT Scope: see inside a BERT model"), anchor=False)
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    facts = st.empty()
    st.page_link("fine_tuning.py", label=_("Teach it a task of yours"), icon=":material/school:")
facts.caption(BLANK_LINE)  # the line is claimed before the model is there to fill it
attention_place, masked_place = (
    column.container(height=CARD_HEIGHT, border=True) for column in st.columns(2)
)

sentence = ATTENTION_EXAMPLES[language()][0]
attention_title = attention_place.empty()
attention_title.markdown(_("**Attention** of all heads in “{sentence}”.", sentence=literal(sentence)))
blank_sentence = MASKED_EXAMPLES[language()][0]
masked_place.markdown(_("**Masked words** expected in “{sentence}”.", sentence=literal(blank_sentence)))

for column, code in zip(st.columns(len(LANGUAGES)), LANGUAGES, strict=True):
    first, second = PAIR_EXAMPLES[code][0]
    place = column.container(gap="xxsmall")
    place.caption(_("Examples: {language}", language=LANGUAGES[code]))
    for icon, page, texts in (
        *(
            (":material/grid_on:", ATTENTION, {"attention_text": text, "attention_pair": ""})
            for text in ATTENTION_EXAMPLES[code]
        ),
        (":material/edit_note:", MASKED, {"masked_text": MASKED_EXAMPLES[code][0]}),
        (":material/short_text:", NEXT, {FIRST: first, SECOND: second}),
    ):
        shown = " → ".join(literal(text) for text in texts.values() if text)
        if place.button(
            shown, key=f"example_{next(iter(texts.values()))}", icon=icon, type="tertiary", wrap=False
        ):
            st.session_state.update(texts)
            go_to(page)

try:
    with attention_place:
        engine = current_engine()
        opened = overview_attention(engine, attention_arrays(engine, sentence), key="home_attention")
    attention_title.markdown(
        _("**Attention** of all heads in “{sentence}”. Click one to open it.", sentence=literal(sentence))
    )
    with masked_place:
        answer = masked_words(engine, blank_sentence, top_k=8)
        draw_bars(answer.masks[0])
    facts.caption(model_facts(engine))
except BertScopeError as error:
    show_error(error)
    opened = None

if opened:
    show_example("attention_text", sentence)
    open_with(*opened)
    go_to(ATTENTION)
