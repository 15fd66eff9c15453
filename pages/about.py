"""What the loaded model is, what its card says, and what was measured on it."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.about.answers import evaluation_of
from bertviz_core.ui.about.card import show_card
from bertviz_core.ui.about.facts import show_facts, show_source
from bertviz_core.ui.about.views import VIEWS
from bertviz_core.ui.i18n import _, language
from bertviz_core.ui.links import link_popover
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room

view = page_head(_("About this model: what was measured"), "about", VIEWS)
link_popover({})

try:
    engine = current_engine()
    show_facts(engine)
    scores_place, card_place = st.columns([5, 3], gap="medium")
    with card_place.container(border=True, key="about_card"):
        show_card(engine.card(language()))
    with scores_place:
        evaluation = evaluation_of(engine)
        if evaluation is not None:
            with view_room("about", view):
                view.draw(evaluation)
            show_source(evaluation, written=view is not VIEWS["held_out"])
except BertScopeError as error:
    show_error(error)
