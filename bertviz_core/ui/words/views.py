"""The views of the page about words in context; each is drawn for an engine and asks for its own input."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View
from bertviz_core.ui.words import geometry, occurrences, path

VIEWS = {
    "geometry": View(lambda: _("Geometry"), geometry.draw, (geometry.COSINES_PARAMETER,)),
    "path": View(lambda: _("Through the layers"), path.draw, path.PARAMETERS),
    "list": View(lambda: _("Occurrences"), occurrences.draw),
}
