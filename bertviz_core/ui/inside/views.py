"""The steps of the page, from the input to the whole network; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.inside import input, positions
from bertviz_core.ui.inside.input_tokenizers import PARAMETER
from bertviz_core.ui.views import View

VIEWS: dict[str, View] = {
    "input": View(
        lambda: _("1 The input"), input.draw, (input.TOKEN_PARAMETER, input.STAGE_PARAMETER, PARAMETER)
    ),
    "positions": View(lambda: _("4 Positions"), positions.draw, positions.PARAMETERS),
}
