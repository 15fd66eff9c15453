"""A pretrained model learns a small task: the data, the learning, what came of it, each one view."""

from __future__ import annotations

from bertviz_core.errors import BertScopeError
from bertviz_core.ui.fine_tuning.views import VIEWS
from bertviz_core.ui.i18n import _
from bertviz_core.ui.notices import show_error
from bertviz_core.ui.page_head import page_head
from bertviz_core.ui.views import view_room

view = page_head(_("Fine-tuning: teach it a task"), "fine_tuning", VIEWS)
try:
    with view_room("fine_tuning", view):
        view.draw()
except BertScopeError as error:
    show_error(error)
