"""The views of the next sentence page; each is drawn for an engine and asks for its own sentences."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.next_sentence import order, pair, rank, why
from bertviz_core.ui.views import View

VIEWS = {
    "pair": View(lambda: _("Does B follow A?"), pair.draw),
    "rank": View(lambda: _("What comes next?"), rank.draw),
    "order": View(lambda: _("Order of a paragraph"), order.draw, ("shuffle",)),
    "why": View(lambda: _("Where it comes from"), why.draw, ("parts",)),
}
