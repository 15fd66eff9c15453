"""One word in many contexts: where the model places it, one of several views."""

from __future__ import annotations

import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.views import choose_view, view_room
from bertviz_core.ui.words.views import VIEWS

with st.container(horizontal=True, vertical_alignment="bottom"):
    st.title(_("Words in context"), anchor=False, width="content")
    view = choose_view("words", VIEWS)
try:
    with view_room("words", view):
        view.draw(current_engine())
except BertScopeError as error:
    show_error(error)
