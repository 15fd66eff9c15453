"""The frame around every page: settings of the page, navigation, sidebar, address."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import StopException

from bertviz_core.ui.address import address, take_over_address, write_address
from bertviz_core.ui.arrivals import begin_arrival, draw_anew, follow_arrival
from bertviz_core.ui.class_room import draw_class_room, settle_class
from bertviz_core.ui.class_view import forget_view
from bertviz_core.ui.decisions import draw_decisions
from bertviz_core.ui.i18n import _, settle_language
from bertviz_core.ui.kept_theme import keep_theme
from bertviz_core.ui.models import draw_model_decisions
from bertviz_core.ui.open_in import follow_opening
from bertviz_core.ui.page_files import page_file
from bertviz_core.ui.page_rate import keep_rate
from bertviz_core.ui.page_style import draw_page_style
from bertviz_core.ui.script_run import answering_visitor, drawing_page
from bertviz_core.ui.sidebar import APP_NAME, ICON, draw_sidebar
from bertviz_core.ui.sign_in import must_sign_in, require_sign_in
from bertviz_core.ui.tour_card import draw_tour_card
from bertviz_core.ui.tour_state import settle_tour
from bertviz_core.ui.visitor import keep_sentence


def end_page(notes: DeltaGenerator, below_model: DeltaGenerator) -> None:
    """Say how the model is read, and what the address asked for and is not shown; write what is."""
    draw_model_decisions(below_model)
    with notes:
        draw_decisions(address.notes())
    write_address()
    with st.sidebar:
        keep_sentence()
        draw_class_room()


def listed_page(name: str, title: str, icon: str) -> st.Page:
    """Return a page of the sidebar: its script, its room and its address have one name."""
    return st.Page(page_file(f"{name}.py"), title=title, icon=f":material/{icon}:", url_path=name)


with answering_visitor():
    take_over_address()
    begin_arrival()
    settle_language()
    settle_tour()
    settle_class()
    forget_view()
    keep_theme()
    st.set_page_config(page_title=APP_NAME, page_icon=ICON, layout="wide")

    page = st.navigation(
        {
            "": [st.Page(page_file("home.py"), title=_("Home"), icon=":material/home:", default=True)],
            _("Explore"): [
                listed_page("attention", _("Attention"), "grid_on"),
                listed_page("masked_words", _("Masked words"), "edit_note"),
                listed_page("next_sentence", _("Next sentence"), "short_text"),
                listed_page("words", _("Words in context"), "scatter_plot"),
            ],
            _("How it works"): [
                listed_page("inside", _("Inside BERT"), "layers"),
                listed_page("pretraining", _("Pretraining"), "model_training"),
                listed_page("history", _("From word2vec to BERT"), "history"),
            ],
            _("Learn"): [
                listed_page("fine_tuning", _("Fine-tuning"), "school"),
                listed_page("about", _("About this model"), "info"),
                listed_page("teach", _("Teach"), "co_present"),
            ],
        },
        expanded=True,
        position="hidden" if must_sign_in() else "sidebar",
    )
    draw_page_style()
    require_sign_in()
    keep_rate()
    below_model = draw_sidebar()
    follow_opening()
    follow_arrival()
    with st.sidebar:
        draw_tour_card()
    notes = st.container(gap="xxsmall")
    draw_anew()
    try:
        with drawing_page(page.url_path):
            page.run()
    except StopException:
        end_page(notes, below_model)
        raise
    end_page(notes, below_model)
