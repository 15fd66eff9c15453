"""How a BERT is pretrained, step by step, on a text of the visitor's."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.pretraining.question import ask_text
from bertviz_core.ui.pretraining.views import VIEWS
from bertviz_core.ui.views import view_room

view = page_head(_("Pretraining: how a BERT learns"), "pretraining", VIEWS)
text = "" if view is VIEWS["idea"] else ask_text()
try:
    with view_room("pretraining", view):
        view.draw(current_engine(), text)
    offer_pages("pretraining_text", text)
except BertScopeError as error:
    show_error(error)
