"""The steps of the page, from the input to the whole network; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside import by_hand, masks, masks_choices, network
from bertviz_core.ui.views import View

VIEWS = {
    "by_hand": View(lambda: _("2 Self-attention by hand"), by_hand.draw, by_hand.PARAMETERS),
    "masks": View(lambda: _("3 Masks"), masks.draw, masks_choices.PARAMETERS),
    "network": View(lambda: _("5 The whole network"), network.draw, network.PARAMETERS),
}
