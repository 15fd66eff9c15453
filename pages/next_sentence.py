"""Does one sentence follow another: one of several views of the next-sentence head."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.next_sentence.views import VIEWS
from bertviz_core.ui.next_sentence.without_head import explain_without_head
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.views import choose_view, view_room

title_place, view_place = st.columns([1, 2], vertical_alignment="bottom")
title_place.title(_("Next sentence"), anchor=False)
with view_place:
    view = choose_view("next_sentence", VIEWS)
try:
    with view_room("next_sentence", view):
        engine = current_engine()
        if engine.info.has_nsp_head:
            view.draw(engine)
        else:
            explain_without_head(engine.info)
except BertScopeError as error:
    show_error(error)
