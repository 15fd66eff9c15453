"""Does one sentence follow another: one of several views of the next-sentence head."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.i18n import _
from bertviz_core.ui.models import current_engine
from bertviz_core.ui.next_sentence.views import VIEWS
from bertviz_core.ui.next_sentence.without_head import explain_without_head
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room

view = page_head(_("Next sentence: does B follow A?"), "next_sentence", VIEWS)
try:
    with view_room("next_sentence", view):
        engine = current_engine()
        if engine.info.has_nsp_head:
            view.draw(engine)
        else:
            explain_without_head(engine.info)
except BertScopeError as error:
    show_error(error)
