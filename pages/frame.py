"""The frame around every page: settings of the page, navigation, sidebar, address."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from bertviz_core.ui.address import address, take_over_address, write_address
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _, settle_language
from bertviz_core.ui.kept_theme import keep_theme
from bertviz_core.ui.models import draw_model_decisions
from bertviz_core.ui.open_in import follow_opening
from bertviz_core.ui.page_files import page_file
from bertviz_core.ui.page_style import draw_page_style
from bertviz_core.ui.script_run import answering_visitor, drawing_page
from bertviz_core.ui.sidebar import APP_NAME, ICON, draw_sidebar
from bertviz_core.ui.visitor import keep_sentence


def end_page(notes: DeltaGenerator, below_model: DeltaGenerator) -> None:
    """Say how the model is read, and what the address asked for and is not shown; write what is."""
    draw_model_decisions(below_model)
    with notes:
        draw_decisions(address.notes())
    write_address()
    with st.sidebar:
        keep_sentence()


with answering_visitor():
    take_over_address()
    settle_language()
    keep_theme()
    st.set_page_config(page_title=APP_NAME, page_icon=ICON, layout="wide")

    page = st.navigation(
        {
            "": [st.Page(page_file("home.py"), title=_("Home"), icon=":material/home:", default=True)],
            _("Explore"): [
                st.Page(
                    page_file("attention.py"),
                    title=_("Attention"),
                    icon=":material/grid_on:",
                    url_path="attention",
                ),
                st.Page(
                    page_file("masked_words.py"),
                    title=_("Masked words"),
                    icon=":material/edit_note:",
                    url_path="masked_words",
                ),
                st.Page(
                    page_file("next_sentence.py"),
                    title=_("Next sentence"),
                    icon=":material/short_text:",
                    url_path="next_sentence",
                ),
                st.Page(
                    page_file("words.py"),
                    title=_("Words in context"),
                    icon=":material/scatter_plot:",
                    url_path="words",
                ),
            ],
            _("How it works"): [
                st.Page(
                    page_file("inside.py"),
                    title=_("Inside BERT"),
                    icon=":material/layers:",
                    url_path="inside",
                ),
                st.Page(
                    page_file("pretraining.py"),
                    title=_("Pretraining"),
                    icon=":material/model_training:",
                    url_path="pretraining",
                ),
            ],
            _("Learn"): [
                st.Page(
                    page_file("fine_tuning.py"),
                    title=_("Fine-tuning"),
                    icon=":material/school:",
                    url_path="fine_tuning",
                ),
                st.Page(
                    page_file("about.py"),
                    title=_("About this model"),
                    icon=":material/info:",
                    url_path="about",
                ),
            ],
        },
        expanded=True,
    )
    draw_page_style()
    below_model = draw_sidebar()
    follow_opening()
    notes = st.container(gap="xxsmall")
    try:
        with drawing_page(page.url_path):
            page.run()
    except StopException:
        end_page(notes, below_model)
        raise
    end_page(notes, below_model)
