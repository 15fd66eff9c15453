"""From one vector a word to one an occurrence: the history of language models, with things to try."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.history.views import VIEWS
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room

view = page_head(_("From word2vec to BERT"), "history", VIEWS)
try:
    with view_room("history", view):
        view.draw()
except BertScopeError as error:
    show_error(error)
