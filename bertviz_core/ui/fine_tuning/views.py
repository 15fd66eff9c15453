"""The views of the fine-tuning workshop; each asks by itself for the data or the run that it is about."""

from __future__ import annotations

from bertviz_core.ui.fine_tuning import ask, before_after, data, learn, results, runs
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS: dict[str, View] = {
    "data": View(lambda: _("Data"), data.draw, data.PARAMETERS),
    "learn": View(lambda: _("Learn"), learn.draw, learn.PARAMETERS),
    "results": View(lambda: _("Results"), results.draw, results.PARAMETERS),
    "ask": View(lambda: _("Ask it"), ask.draw, ask.PARAMETERS),
    "before_after": View(lambda: _("Before and after"), before_after.draw, before_after.PARAMETERS),
    "runs": View(lambda: _("Runs"), runs.draw, runs.PARAMETERS),
}
