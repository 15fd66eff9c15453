"""The views of the fine-tuning workshop; each asks by itself for the data or the run that it is about."""

from __future__ import annotations

from bertviz_core.ui.fine_tuning import before_after
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS: dict[str, View] = {
    "before_after": View(lambda: _("Before and after"), before_after.draw, before_after.PARAMETERS),
}
