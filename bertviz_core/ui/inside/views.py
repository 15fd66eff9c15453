"""The steps of the page, from the input to the whole network; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside import by_hand, input, masks, masks_choices, network, positions
from bertviz_core.ui.inside.input_tokenizers import PARAMETER
from bertviz_core.ui.views import View

VIEWS = {
    "input": View(
        lambda: _("1 The input"), input.draw, (input.TOKEN_PARAMETER, input.STAGE_PARAMETER, PARAMETER)
    ),
    "by_hand": View(lambda: _("2 Self-attention by hand"), by_hand.draw, by_hand.PARAMETERS),
    "masks": View(lambda: _("3 Masks"), masks.draw, masks_choices.PARAMETERS),
    "positions": View(lambda: _("4 Positions"), positions.draw, positions.PARAMETERS),
    "network": View(lambda: _("5 The whole network"), network.draw, network.PARAMETERS),
}
