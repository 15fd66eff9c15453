"""The chapters of the page, in the order of the lectures; each asks for the model itself if it needs one."""

from __future__ import annotations

from bertviz_core.ui.history import occurrences, order, order_input, train, vectors
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "train": View(lambda: _("Words as numbers"), train.draw, train.PARAMETERS),
    "vectors": View(lambda: _("King − man + woman"), vectors.draw, vectors.PARAMETERS),
    "occurrences": View(
        lambda: _("One vector a word, or one an occurrence"), occurrences.draw, occurrences.PARAMETERS
    ),
    "order": View(lambda: _("Reading in order, reading at once"), order.draw, (order_input.PLACE_PARAMETER,)),
}
