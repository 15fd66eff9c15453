"""The views of the page about words in context; each is drawn for an engine and asks for its own input."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View
from bertviz_core.ui.words import occurrences, tagging

VIEWS = {
    "list": View(lambda: _("Occurrences"), occurrences.draw),
    "tagging": View(lambda: _("Layer experiment"), tagging.draw, tagging.PARAMETERS),
}
