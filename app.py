"""BERT Scope: the entry page of the app."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.scriptrunner import StopException

from bertviz_core.ui.address import take_over_address, write_address
from bertviz_core.ui.frame import draw_frame
from bertviz_core.ui.i18n import _, settle_language
from bertviz_core.ui.kept_theme import keep_theme
from bertviz_core.ui.sidebar import APP_NAME, ICON, draw_sidebar

draw_frame()
take_over_address()
settle_language()
keep_theme()
st.set_page_config(page_title=APP_NAME, page_icon=ICON, layout="wide")

page = st.navigation(
    [
        st.Page("pages/home.py", title=_("Home"), icon=":material/home:", default=True),
        st.Page(
            "pages/attention.py",
            title=_("Attention"),
            icon=":material/grid_on:",
            url_path="attention",
        ),
        st.Page(
            "pages/masked_words.py",
            title=_("Masked words"),
            icon=":material/edit_note:",
            url_path="masked_words",
        ),
        st.Page(
            "pages/next_sentence.py",
            title=_("Next sentence"),
            icon=":material/short_text:",
            url_path="next_sentence",
        ),
        st.Page(
            "pages/words.py",
            title=_("Words in context"),
            icon=":material/scatter_plot:",
            url_path="words",
        ),
        st.Page(
            "pages/pretraining.py",
            title=_("Pretraining"),
            icon=":material/model_training:",
            url_path="pretraining",
        ),
        st.Page(
            "pages/fine_tuning.py",
            title=_("Fine-tuning"),
            icon=":material/school:",
            url_path="fine_tuning",
        ),
        st.Page(
            "pages/about.py",
            title=_("About this model"),
            icon=":material/info:",
            url_path="about",
        ),
    ]
)
draw_sidebar()
try:
    page.run()
except StopException:
    write_address()
    raise
write_address()
