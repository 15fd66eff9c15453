"""The chapters of the page, in the order of the lectures; each asks for the model itself if it needs one."""

from __future__ import annotations

from bertviz_core.ui.history import (
    data,
    occurrences,
    order,
    order_input,
    published,
    timeline,
    train,
    vectors,
)
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "train": View(lambda: _("Words as numbers"), train.draw, train.PARAMETERS),
    "vectors": View(lambda: _("King − man + woman"), vectors.draw, vectors.PARAMETERS),
    "occurrences": View(lambda: _("One or many"), occurrences.draw, occurrences.PARAMETERS),
    "order": View(lambda: _("In order"), order.draw, (order_input.PLACE_PARAMETER,)),
    "timeline": View(lambda: _("Time line"), timeline.draw, timeline.PARAMETERS),
    "published": View(lambda: _("Published"), published.draw, published.PARAMETERS),
    "data": View(lambda: _("Data"), data.draw, data.PARAMETERS),
}
