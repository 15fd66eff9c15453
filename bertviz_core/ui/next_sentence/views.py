"""The views of the next sentence page; each is drawn for an engine and asks for its own sentences."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.next_sentence import pair
from bertviz_core.ui.views import View

VIEWS = {
    "pair": View(lambda: _("Does B follow A?"), pair.draw),
}
