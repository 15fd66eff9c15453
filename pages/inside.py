"""How one layer works, from a sentence to a vector, with every number of it in sight."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside.question import ask_texts
from bertviz_core.ui.inside.views import VIEWS
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.open_in import offer_pages
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room
from bertviz_core.ui.visit_sentence import INSIDE

view = page_head(_("Inside BERT: every number in sight"), "inside", VIEWS)
text, pair = ("", None) if view is VIEWS["network"] else ask_texts()
try:
    with view_room("inside", view):
        view.draw(current_engine(), text, pair)
    offer_pages(INSIDE, text, pair or "")
except BertScopeError as error:
    show_error(error)
