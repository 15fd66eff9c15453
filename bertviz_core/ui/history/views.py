"""The chapters of the page, in the order of the lectures; each asks for the model itself if it needs one."""

from __future__ import annotations

from bertviz_core.ui.history import data, occurrences, published, timeline, train, vectors
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "train": View(lambda: _("Words as numbers"), train.draw, train.PARAMETERS),
    "vectors": View(lambda: _("King − man + woman"), vectors.draw, vectors.PARAMETERS),
    "occurrences": View(
        lambda: _("One vector a word, or one an occurrence"), occurrences.draw, occurrences.PARAMETERS
    ),
    "timeline": View(lambda: _("The models on a line of time"), timeline.draw, timeline.PARAMETERS),
    "published": View(lambda: _("Published results"), published.draw, published.PARAMETERS),
    "data": View(lambda: _("What training data does"), data.draw, data.PARAMETERS),
}
