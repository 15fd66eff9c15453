"""Guided tours through the app, and tours of one's own."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.teach.views import VIEWS
from bertviz_core.ui.views import view_room

view = page_head(_("Teach"), "teach", VIEWS)
try:
    with view_room("teach", view):
        view.draw()
except BertScopeError as error:
    show_error(error)
