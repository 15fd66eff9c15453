"""The views of the page about words in context; each is drawn for an engine and asks for its own input."""

from __future__ import annotations

from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View
from bertviz_core.ui.words import map as word_map
from bertviz_core.ui.words import occurrences
from bertviz_core.ui.words.map_choices import MAP_PARAMETERS

VIEWS = {
    "map": View(lambda: _("Map"), word_map.draw, MAP_PARAMETERS),
    "list": View(lambda: _("Occurrences"), occurrences.draw),
}
