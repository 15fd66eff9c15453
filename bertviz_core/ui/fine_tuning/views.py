"""The views of the fine-tuning workshop; each asks by itself for the data or the run that it is about."""

from __future__ import annotations

from bertviz_core.ui.fine_tuning import data, learn, results, runs
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS: dict[str, View] = {
    "data": View(lambda: _("Data"), data.draw, data.PARAMETERS),
    "learn": View(lambda: _("Learn"), learn.draw, learn.PARAMETERS),
    "results": View(lambda: _("Results"), results.draw, results.PARAMETERS),
    "runs": View(lambda: _("Runs"), runs.draw, runs.PARAMETERS),
}
