"""The views of the attention page; each is drawn for an engine, a text and a second one or None."""

from __future__ import annotations

from bertviz_core.ui.attention import explore, flow, heads, off, query_key
from bertviz_core.ui.blank_reading import ENDING_PARAMETER
from bertviz_core.ui.i18n import _
from bertviz_core.ui.views import View

VIEWS = {
    "explore": View(lambda: _("Explore"), explore.draw),
    "heads": View(lambda: _("Which head?"), heads.draw, ("find", "find_colour", "find_from", "find_to")),
    "flow": View(lambda: _("Flow"), flow.draw, ("token", "direction", "without")),
    "query_key": View(lambda: _("Query and key"), query_key.draw, ("query", "key")),
    "off": View(lambda: _("Switch off"), off.draw, ("off", "word", ENDING_PARAMETER)),
}
