"""The steps of the pretraining page; each is drawn for an engine and a text."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.pretraining import batch
from bertviz_core.ui.views import View

VIEWS = {
    "batch": View(lambda: _("Prepare a batch"), batch.draw),
}
