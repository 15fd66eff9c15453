"""One word in many contexts: where the model places it, one of several views."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room
from bertviz_core.ui.words.views import VIEWS

view = page_head(_("Words in context: one word, many meanings"), "words", VIEWS)
try:
    with view_room("words", view):
        view.draw(current_engine())
except BertScopeError as error:
    show_error(error)
